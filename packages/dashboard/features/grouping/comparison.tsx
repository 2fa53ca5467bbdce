import type { ComparedComponent, ComparedEvent } from '@seismo/server';
import { Equal, EqualNot } from 'lucide-react';
import { connection } from 'next/server';
import { ExactTime } from '#lib/time/exact-time.tsx';
import { plural } from '#ui/count.ts';
import { Link } from '#ui/link.tsx';
import { eventPath } from '#features/issue/event/event-params.ts';
import { first, type RawParams } from '#explorer/url-state.ts';
import { runtime } from '#server/runtime.ts';
import { runQuery } from '#server/viewer.ts';
import { ComponentValue, nameOf } from './component-value.tsx';
import { foldRuns } from './fold-runs.ts';
import { Fold } from './fold.tsx';

interface Props {
  params: Promise<{ shortId: string }>;
  search: Promise<RawParams>;
}

/** Two events side by side: of one issue, of another issue by its newest event (`with`), or by ID (`one`, `other`). */
export async function Comparison({ params, search }: Props) {
  await connection();
  const [{ shortId }, given] = await Promise.all([params, search]);
  const [one, other, otherIssue] = [first(given.one), first(given.other), first(given.with)];
  const newestOf = (issue: string) =>
    runQuery(async (viewer) => (await runtime().query.event(viewer, issue, 'latest')).eventId);
  const [leftId, rightId] = await Promise.all([one ?? newestOf(shortId), other ?? newestOf(otherIssue ?? shortId)]);
  const comparison = await runQuery((viewer) => runtime().query.compareGrouping(viewer, shortId, leftId, rightId));
  const [left, right] = comparison.events;
  return (
    <>
      <p className="max-w-prose pb-4 text-14">{comparison.why}</p>
      <table className="w-full table-fixed text-13">
        <thead>
          <tr className="border-b border-line align-top">
            <th scope="col" className="w-7 pb-2 sm:w-28">
              <span className="sr-only">Part</span>
            </th>
            <EventHead event={left} />
            <EventHead event={right} />
          </tr>
        </thead>
        <tbody>
          {foldRuns(comparison.components, (one) => (isUsed(one) ? null : one.kind)).map((row, index) =>
            Array.isArray(row) ? <Run key={index} run={row} /> : <ComponentRow key={index} component={row} />,
          )}
        </tbody>
      </table>
    </>
  );
}

function EventHead({ event: { eventId, issue, title, atMs, grouping } }: { event: ComparedEvent }) {
  return (
    <th scope="col" className="min-w-0 pr-3 pb-3 text-left font-normal">
      <Link
        href={eventPath(issue.shortId, eventId)}
        className="line-clamp-3 rounded-sm font-medium [overflow-wrap:anywhere] hover:underline"
      >
        {title}
      </Link>
      <span className="block text-12 text-muted">{issue.shortId}</span>
      <span className="block text-12 text-muted">
        <ExactTime atMs={atMs} wraps />
      </span>
      <span className="block text-12 [overflow-wrap:anywhere] text-muted">
        {grouping.version} <code>{grouping.hash.slice(0, 12)}</code>
      </span>
    </th>
  );
}

const isUsed = ({ left, right }: ComparedComponent) => left?.contributes === true || right?.contributes === true;

/** Parts that contribute to neither event: mostly library frames. */
function Run({ run }: { run: ComparedComponent[] }) {
  const name = nameOf(run[0]!.kind);
  return (
    <tr className="border-b border-line align-top">
      <th scope="row" className="py-1.5 text-left text-12 font-normal text-muted">
        <span className="sr-only sm:not-sr-only">{name}</span>
      </th>
      <td colSpan={2} className="py-1.5">
        <Fold
          label={`${plural(run.length, name)} ignored in both`}
          inside={
            <table className="w-full table-fixed">
              <thead className="sr-only">
                <tr>
                  <th scope="col">Part</th>
                  <th scope="col">First event</th>
                  <th scope="col">Second event</th>
                </tr>
              </thead>
              <tbody>
                {run.map((component, index) => (
                  <ComponentRow key={index} component={component} isInner />
                ))}
              </tbody>
            </table>
          }
        />
      </td>
    </tr>
  );
}

function ComponentRow({ component, isInner = false }: { component: ComparedComponent; isInner?: boolean }) {
  const { kind, left, right, equal } = component;
  const isDifference = !equal && isUsed(component);
  const Sign = equal ? Equal : EqualNot;
  return (
    <tr className={`border-b border-line align-top last:border-b-0 ${isDifference ? 'bg-sunken' : ''}`}>
      <th scope="row" className={`py-1.5 text-left font-normal ${isInner ? 'w-6' : ''}`}>
        <span className="flex items-center gap-1.5 text-12 text-muted">
          <Sign
            size={14}
            role="img"
            aria-label={equal ? 'equal' : 'different'}
            className={`shrink-0 ${isDifference ? 'text-ink' : 'text-faint'}`}
          />
          <span className={isInner ? 'sr-only' : 'sr-only sm:not-sr-only'}>{nameOf(kind)}</span>
        </span>
      </th>
      {[left, right].map((side, index) => (
        <td key={index} className="min-w-0 py-1.5 pr-3">
          {side ? (
            <>
              <ComponentValue component={side} />
              <span className="block text-12 text-muted">{side.why}</span>
            </>
          ) : (
            <span className="text-12 text-muted">Not present</span>
          )}
        </td>
      ))}
    </tr>
  );
}
