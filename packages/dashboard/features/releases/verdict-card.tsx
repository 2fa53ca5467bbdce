import type { MeasuredReleaseView, RateChange, ReleaseSummaryView } from '@seismo/server';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { ExactTime } from '#lib/time/exact-time.tsx';
import { Badge } from '#ui/badge.tsx';
import { count } from '#ui/count.ts';
import { RatingBadge } from './rating-badge.tsx';
import { changeText, exceededText, intervalText, rateText } from './rating-words.ts';
import { VerdictIssues } from './verdict-issues.tsx';

interface Props {
  summary: ReleaseSummaryView;
  version: string;
  /** Whether it names its project. */
  hasProject: boolean;
  nowMs: number;
}

/** What the release has changed in a project since one start: the verdict, its reasons and numbers. */
export function VerdictCard({ summary, version, hasProject, nowMs }: Props) {
  const { environment, project, measured } = summary;
  return (
    <li className="rounded-md border border-line bg-surface px-4 py-3 text-13">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {measured ? <RatingBadge rating={measured.rating} /> : <Badge>Not measured yet</Badge>}
        <h3 className="min-w-0 text-13 font-medium [overflow-wrap:anywhere]">
          {environment === '' ? 'First seen' : `Deployed to ${environment}`}
          {hasProject ? <span className="font-normal text-muted"> in {project.name}</span> : null}
        </h3>
        <p className="text-12 text-muted sm:ml-auto">
          <Timing summary={summary} nowMs={nowMs} />
        </p>
      </div>
      {measured ? <Measured summary={summary} measured={measured} version={version} /> : null}
    </li>
  );
}

function Timing({ summary: { startedAtMs, dueAtMs, measured }, nowMs }: Pick<Props, 'summary' | 'nowMs'>) {
  const due = dueAtMs === null ? null : dueAtMs <= nowMs ? 'soon' : <ExactTime key="due" atMs={dueAtMs} to="minute" />;
  if (measured === null)
    return due === null ? null : <>First verdict expected {due === 'soon' ? due : <>at {due}</>}</>;
  return (
    <>
      Measured over {measured.window} since <ExactTime atMs={startedAtMs} to="minute" />
      {due === null ? null : due === 'soon' ? '. Next measurement soon' : <>. Next measurement at {due}</>}
    </>
  );
}

interface MeasuredProps {
  summary: ReleaseSummaryView;
  measured: MeasuredReleaseView;
  version: string;
}

function Measured({ summary, measured, version }: MeasuredProps) {
  const { rating, reasons, sessions, crashFree, errorFree, events } = measured;
  return (
    <>
      <div className="mt-2 flex max-w-[90ch] flex-col gap-0.5 text-14">
        {reasons.map((reason) => (
          <p key={reason}>{reason}</p>
        ))}
      </div>
      <dl className="mt-3 flex flex-wrap gap-x-8 gap-y-3">
        {crashFree === null ? null : <Rate name="Crash-free sessions" change={crashFree} isBad={rating === 'bad'} />}
        {errorFree === null ? null : <Rate name="Error-free sessions" change={errorFree} isBad={rating === 'bad'} />}
        {sessions === null ? null : (
          <Stat name="Sessions" value={count(sessions.count)} before={`${count(sessions.before)} in 24 h before`} />
        )}
        {events === null ? null : (
          <Stat name="Error events" value={count(events.value)} before={`usually ${count(events.median)}`}>
            {exceededText(events)}
          </Stat>
        )}
      </dl>
      <VerdictIssues summary={summary} measured={measured} version={version} />
    </>
  );
}

interface StatProps {
  name: string;
  value: string;
  before: string;
  children?: ReactNode;
}

const Stat = ({ name, value, before, children }: StatProps) => (
  <div>
    <dt className="text-12 text-muted">{name}</dt>
    <dd>
      <span className="text-16">{value}</span> <span className="text-12 text-muted">{before}</span>
    </dd>
    {children === undefined ? null : <dd className="text-12 text-muted">{children}</dd>}
  </div>
);

/** In color if the change is more than chance, and no contradiction to the verdict. */
function Rate({ name, change, isBad }: { name: string; change: RateChange; isBad: boolean }) {
  const { value, before, low, high } = change;
  return (
    <Stat name={name} value={rateText(value)} before={`${rateText(before)} before`}>
      <span className={clsx('font-medium', isBad && high < 0 ? 'text-error' : low > 0 ? 'text-good' : 'text-ink')}>
        {changeText(change)}
      </span>{' '}
      ({intervalText(change)})
    </Stat>
  );
}
