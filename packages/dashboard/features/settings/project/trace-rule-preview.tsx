'use client';

import type { TraceRulePreview as Preview } from '@seismo/server';
import { useState, useTransition } from 'react';
import { Button } from '#ui/button.tsx';
import { callAction } from '#ui/call-action.ts';
import { count, percent, plural } from '#ui/count.ts';
import type { Refused } from '#ui/fields.ts';

/** A button in the form of a rule, and what the rule would have kept. */
export function TraceRulePreview({ preview }: { preview: (form: FormData) => Promise<Preview | Refused> }) {
  const [seen, setSeen] = useState<Preview | Refused | null>(null);
  const [isLoading, startPreview] = useTransition();
  const run = (form: HTMLFormElement | null) => {
    if (!form) return;
    const given = new FormData(form);
    startPreview(async () => setSeen(await callAction(preview(given))));
  };
  return (
    <div className="flex flex-col items-start gap-3">
      <Button onClick={(event) => run(event.currentTarget.form)} disabled={isLoading} className="h-9">
        Preview on the last day
      </Button>
      <div role="status" aria-busy={isLoading}>
        {seen === null ? null : 'ok' in seen ? (
          <p className="rounded-md bg-warning-wash px-3 py-2 text-13 text-warning">Cannot preview: {seen.message}</p>
        ) : (
          <Kept seen={seen} />
        )}
      </div>
    </div>
  );
}

function Kept({ seen }: { seen: Preview }) {
  const { traces, spans, keptTraces, keptSpans, failedTraces, slowTraces } = seen;
  if (traces === 0) return <p className="text-13 text-muted">No spans of the last day are stored in this project.</p>;
  const reasons = [
    ...(failedTraces > 0 ? [`${count(failedTraces)} with an error`] : []),
    ...(slowTraces > 0 ? [`${count(slowTraces)} slow`] : []),
    `${count(keptTraces - failedTraces - slowTraces)} of the rest`,
  ];
  return (
    <div className="flex flex-col gap-1 rounded-md border border-line bg-surface p-4 text-13">
      <p>
        This rule would have kept {count(keptTraces)} of {plural(traces, 'stored trace')} ({percent(keptTraces, traces)}
        ), with {count(keptSpans)} of {plural(spans, 'span')} ({percent(keptSpans, spans)}).
      </p>
      <p className="text-muted">
        {reasons.join(', ')}. Traces that another project keeps are not considered. Nothing was deleted.
      </p>
    </div>
  );
}
