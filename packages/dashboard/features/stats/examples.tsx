import type { OutcomesView } from '@seismo/server';
import { Time } from '#lib/time/time.tsx';
import { buttonClass } from '#ui/button.tsx';
import { count, plural } from '#ui/count.ts';
import { Link } from '#ui/link.tsx';
import { Section } from '#ui/section.tsx';
import { InRange, Range } from '#shell/context-bar/range.tsx';
import { feedbackHref } from '#features/feedback/search-params.ts';
import { issuesHref } from '#features/issues/search-params.ts';
import { type RawParams } from '#explorer/url-state.ts';
import { runtime } from '#server/runtime.ts';
import { runQuery } from '#server/viewer.ts';
import { ItemTimeseries } from './item-timeseries.tsx';
import { DropReason } from './dropped.tsx';
import { cellsOf, outcomeNames, type LedgerCell } from './ledger.ts';
import { Dot } from './rows.tsx';
import { examplesHref, readItemFilter, statsHref, type StatsUrlState, type ItemFilter } from './search-params.ts';

/** Outcomes with stored examples. Examples are not stored per key. */
const outcomesWithExamples = new Set(['', 'stored', 'filtered', 'failed']);

interface ExamplesProps {
  ledger: OutcomesView;
  urlState: StatsUrlState;
  query: RawParams;
  nowMs: number;
}

/** Examples of the items behind a number: stored issues, titles of filtered events, or why clients dropped items. */
export async function Examples({ ledger, urlState, query, nowMs }: ExamplesProps) {
  const itemFilter = readItemFilter(query);
  const { kind, outcome, reason } = itemFilter;
  const cells = cellsOf(ledger, itemFilter);
  const known = Object.hasOwn(outcomeNames, outcome);
  // For a bar without items, the page says that there are none.
  if ((kind === '' && outcome === '') || (cells.length === 0 && !known)) return null;
  const sum = cells.reduce((total, { quantity }) => total + quantity, 0);
  const stored = cells.filter((cell) => cell.outcome === 'stored');
  const explanation = ledger.outcomes.find((cell) => cell.outcome === outcome && cell.reason === reason)?.explanation;
  return (
    <div id="examples" className="scroll-mt-4">
      <Section
        title={`Examples: ${[kind, outcome && (outcomeNames[outcome] ?? outcome), reason].filter(Boolean).join(', ')}`}
        note={
          <>
            {plural(sum, 'item')}, <Range range={urlState.range} />
          </>
        }
        actions={
          <Link href={statsHref(urlState)} className={buttonClass('quiet', true)}>
            Close
          </Link>
        }
      >
        {cells.length === 0 ? (
          <p className="text-13">
            No items <InRange range={urlState.range} />.
          </p>
        ) : null}
        {reason !== '' && explanation ? <p className="mb-2 text-13 text-muted">{explanation}</p> : null}
        {cells.length > 0 ? (
          <ItemTimeseries allKeys={ledger.keys} urlState={urlState} itemFilter={itemFilter} nowMs={nowMs} />
        ) : null}
        {outcome === 'client-discard' ? <DropReason reason={reason} /> : null}
        {urlState.key !== null && outcomesWithExamples.has(outcome) ? (
          <p className="mb-2 text-13 text-muted">
            The examples below are for all keys. Only counts are stored per key.
          </p>
        ) : null}
        {outcome === '' ? <OutcomeLinks cells={cells} kind={kind} urlState={urlState} /> : null}
        {stored.length > 0 ? (
          <Stored cells={stored} urlState={urlState} />
        ) : outcome === 'filtered' ? (
          <Filtered urlState={urlState} itemFilter={itemFilter} fromMs={ledger.fromMs} nowMs={nowMs} />
        ) : outcome === 'failed' ? (
          <p className="text-13">Each item is stored with its error and can be replayed. See Dead letters above.</p>
        ) : outcome === '' || outcome === 'client-discard' ? null : (
          <p className="text-13 text-muted">No further data is stored. Rejected items are not read.</p>
        )}
      </Section>
    </div>
  );
}

/** Links to the outcomes of one kind. */
function OutcomeLinks({ cells, kind, urlState }: { cells: LedgerCell[]; kind: string; urlState: StatsUrlState }) {
  return (
    <ul className="mb-3">
      {cells.map(({ outcome, reason, quantity }) => (
        <li key={`${outcome}:${reason}`} className="border-b border-line py-1.5 text-13 last:border-0">
          <Link href={examplesHref(urlState, { kind, outcome, reason })} className="underline-offset-2 hover:underline">
            <Dot outcome={outcome} /> <span className="text-accent">{count(quantity)}</span>{' '}
            {(outcomeNames[outcome] ?? outcome).toLowerCase()}{' '}
            {reason === '' ? null : <code className="text-12 text-muted">{reason}</code>}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Stored({ cells, urlState }: { cells: LedgerCell[]; urlState: StatsUrlState }) {
  const kinds = new Set(cells.map(({ itemKind }) => itemKind));
  const scope = { projects: [...urlState.projects], range: urlState.range };
  const has = (...names: string[]) => names.some((name) => kinds.has(name));
  return (
    <>
      <p className="mb-3 text-13 text-muted">
        {cells.map(({ itemKind, quantity }) => `${count(quantity)} ${itemKind}`).join(', ')}
      </p>
      <div className="flex flex-wrap gap-2">
        {has('event', 'attachment') ? (
          <Link href={issuesHref({ ...scope, query: '' })} className={buttonClass()}>
            {kinds.has('event') ? 'Issues with these events' : 'Issues with these attachments'}
          </Link>
        ) : null}
        {has('feedback', 'user_report') ? (
          <Link href={feedbackHref(scope)} className={buttonClass()}>
            Feedback
          </Link>
        ) : null}
        {has('session', 'sessions') ? (
          <Link
            href={statsHref({ ...urlState, key: null }).replace('/stats', '/releases') as `/releases?${string}`}
            className={buttonClass()}
          >
            Releases with these sessions
          </Link>
        ) : null}
        {has('client_report') ? (
          <Link href={`${statsHref(urlState)}#dropped`} className={buttonClass()}>
            Dropped by clients
          </Link>
        ) : null}
      </div>
    </>
  );
}

interface FilteredProps {
  urlState: StatsUrlState;
  itemFilter: ItemFilter;
  fromMs: number;
  nowMs: number;
}

async function Filtered({ urlState, itemFilter: { kind, reason }, fromMs, nowMs }: FilteredProps) {
  const [project, ...others] = urlState.projects;
  if (project === undefined || others.length > 0)
    return <p className="text-13 text-muted">Select a project to see the titles of filtered events.</p>;
  const all = await runQuery((viewer) => runtime().query.filterCounts(viewer, project));
  const examples = all
    .filter((filter) => reason === '' || filter.reason === reason)
    .flatMap((filter) => filter.examples.map((example) => ({ ...example, reason: filter.reason })))
    .filter(({ atMs }) => atMs >= fromMs)
    .toSorted((a, b) => b.atMs - a.atMs);
  if (examples.length === 0 || (kind !== '' && kind !== 'event')) {
    return (
      <p className="text-13 text-muted">No titles stored. Seismo stores titles for a few filtered events per reason.</p>
    );
  }
  return (
    <ul>
      {examples.map(({ title, atMs, reason: why }) => (
        <li
          key={`${why} ${atMs} ${title}`}
          className="flex flex-wrap items-baseline gap-x-4 border-b border-line py-1.5 text-13 last:border-0"
        >
          <span className="min-w-0 flex-1 basis-60 [overflow-wrap:anywhere]">{title}</span>
          <code className="text-12 text-muted">{why}</code>
          <span className="w-16 text-right text-12 text-muted">
            <Time atMs={atMs} nowMs={nowMs} ago />
          </span>
        </li>
      ))}
    </ul>
  );
}
