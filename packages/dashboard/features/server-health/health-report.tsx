'use client';

import type { HealthResult, Severity } from '@seismo/server';
import { CircleAlert, CircleCheck, Info, TriangleAlert, type LucideIcon } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { callAction } from '#ui/call-action.ts';
import { plural } from '#ui/count.ts';
import type { Refused } from '#ui/fields.ts';
import { FormError } from '#ui/form-error.tsx';
import { Section } from '#ui/section.tsx';
import { Empty } from '#ui/states/empty.tsx';
import { runHealthCheck } from './actions.ts';

interface Props {
  organizationId: number;
  checks: readonly { id: string; title: string }[];
}

/** Runs the checks one after the other, because each may connect to other hosts. */
export function HealthReport({ organizationId, checks }: Props) {
  const [results, setResults] = useState<HealthResult[]>([]);
  const [running, setRunning] = useState<number | null>(null);
  const [failure, setFailure] = useState<Refused | null>(null);
  const isRunning = useRef(false);

  const run = async () => {
    if (isRunning.current) return;
    isRunning.current = true;
    setResults([]);
    setFailure(null);
    try {
      for (const [index, { id }] of checks.entries()) {
        setRunning(index);
        const answer = await callAction(runHealthCheck(organizationId, id));
        if (!answer.ok) return setFailure(answer);
        setResults((before) => [...before, answer.result]);
      }
    } finally {
      isRunning.current = false;
      setRunning(null);
    }
  };

  const isDone = running === null && results.length === checks.length;
  const button = (
    <Button variant={results.length === 0 ? 'primary' : 'plain'} pending={running !== null} onClick={() => void run()}>
      {results.length === 0 && running === null && !failure ? 'Run checks' : 'Run again'}
    </Button>
  );
  if (results.length === 0 && running === null && !failure) {
    return (
      <Empty title="Not checked yet">
        <p>
          The checks take a few seconds. They change nothing, and connect to the public URL of this server and to the
          identity providers.
        </p>
        {button}
      </Empty>
    );
  }
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        {button}
        <p role="status" className="text-13 text-muted">
          {running !== null
            ? `Checking ${running + 1} of ${checks.length}: ${checks[running]!.title}`
            : isDone
              ? summaryOf(results)
              : 'Stopped before the last check.'}
        </p>
      </div>
      {running === null ? null : (
        <progress
          aria-label="Progress of the checks"
          value={results.length}
          max={checks.length}
          className="mb-4 h-1 w-full accent-(--color-accent)"
        />
      )}
      <FormError result={failure} />
      <Findings title="Problems" results={results} severities={['error', 'warning']} />
      <Findings title="Notes" results={results} severities={['note']} />
      <Findings title="Passed" results={results} severities={['ok']} />
    </>
  );
}

function summaryOf(results: HealthResult[]): string {
  const problems = results
    .flatMap(({ findings }) => findings)
    .filter(({ severity }) => severity === 'error' || severity === 'warning').length;
  return problems === 0 ? 'No problems found.' : `${plural(problems, 'problem')} found.`;
}

interface FindingsProps {
  title: string;
  results: HealthResult[];
  severities: readonly Severity[];
}

function Findings({ title, results, severities }: FindingsProps) {
  const found = severities.flatMap((severity) =>
    results.flatMap((result) =>
      result.findings
        .filter((finding) => finding.severity === severity)
        .map((finding) => ({ ...finding, check: result.title })),
    ),
  );
  if (found.length === 0) return null;
  return (
    <Section title={title} note={plural(found.length, 'finding')}>
      <ul>
        {found.map(({ check, severity, found: text, why, action }) => (
          <li key={`${check} ${text}`} className="flex gap-3 border-b border-line py-2.5 text-13 last:border-0">
            <SeverityIcon severity={severity} />
            <div className="min-w-0 [overflow-wrap:anywhere]">
              <p>
                <span className="font-medium">{check}:</span> {text}
              </p>
              {why === '' ? null : <p className="text-muted">{why}</p>}
              {action === '' ? null : <p className="mt-1">{action}</p>}
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}

const icons: Record<Severity, { icon: LucideIcon; className: string; word: string }> = {
  error: { icon: CircleAlert, className: 'text-error', word: 'Error' },
  warning: { icon: TriangleAlert, className: 'text-warning', word: 'Warning' },
  note: { icon: Info, className: 'text-muted', word: 'Note' },
  ok: { icon: CircleCheck, className: 'text-good', word: 'Passed' },
};

function SeverityIcon({ severity }: { severity: Severity }) {
  const { icon: Icon, className, word } = icons[severity];
  return (
    <span className={`mt-0.5 shrink-0 ${className}`}>
      <Icon size={15} strokeWidth={2.2} aria-hidden />
      <span className="sr-only">{word}</span>
    </span>
  );
}
