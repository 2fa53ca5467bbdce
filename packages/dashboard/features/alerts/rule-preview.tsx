'use client';

import type { AlertPreview, RuleCondition } from '@seismo/server';
import { lazy, Suspense } from 'react';
import { Button } from '#ui/button.tsx';
import type { Refused } from '#ui/fields.ts';
import { LoadingBlock } from '#ui/states/loading.tsx';
import type { ConditionOptions } from './condition-draft.ts';

/** With its chart, which the form does not wait for. */
const RuleOutcome = lazy(async () => ({ default: (await import('./rule-outcome.tsx')).RuleOutcome }));

interface Props {
  answer: { ok: true; preview: AlertPreview } | Refused | null;
  /** Of the rule that was previewed. */
  condition: RuleCondition | null;
  options: ConditionOptions;
  isLoading: boolean;
  /** Loads it again after a failure. */
  onRetry: () => void;
}

const loading = <LoadingBlock height={220} label="Loading the preview" />;

/** What the rule would have done in the last days. */
export function RulePreview({ answer, condition, options, isLoading, onRetry }: Props) {
  return (
    <section aria-label="Preview" aria-busy={isLoading} className="rounded-md border border-line bg-surface p-4">
      <h2 className="mb-2 text-14">Preview</h2>
      {answer === null ? (
        isLoading ? (
          loading
        ) : (
          <p className="text-13 text-muted">
            Select Preview to see what this rule would have done in the last 14 days.
          </p>
        )
      ) : answer.ok ? (
        <div className={isLoading ? 'opacity-55' : undefined}>
          <Suspense fallback={loading}>
            <RuleOutcome preview={answer.preview} condition={condition} options={options} />
          </Suspense>
        </div>
      ) : answer.fields && Object.keys(answer.fields).length > 0 ? (
        <p className="text-13 text-muted">Fix the fields with an error to see a preview.</p>
      ) : (
        <div role="alert" className="flex flex-wrap items-center gap-3 text-13 text-error">
          {answer.message}
          <Button small onClick={onRetry}>
            Try again
          </Button>
        </div>
      )}
    </section>
  );
}
