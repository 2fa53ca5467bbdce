import type { OutcomesView } from '@seismo/server';
import { Time } from '#lib/time/time.tsx';
import { buttonClass } from '#ui/button.tsx';
import { count, plural } from '#ui/count.ts';
import { Link } from '#ui/link.tsx';
import { Section } from '#ui/section.tsx';
import { InRange, Range } from '#shell/context-bar/range.tsx';
import { feedbackHref } from '#features/feedback/search-params.ts';
import { issuesHref, type RawParams } from '#features/issues/search-params.ts';
import { runtime } from '#server/runtime.ts';
import { runQuery } from '#server/viewer.ts';
import { Course } from './course.tsx';
import { WhyDropped } from './dropped.tsx';
import { cellsOf, outcomeNames, type LedgerCell } from './ledger.ts';
import { Dot } from './rows.tsx';
import { examplesHref, readWanted, statsHref, type StatsShown, type Wanted } from './search-params.ts';

/** Of which more is kept than numbers: what by key is not. */
const keepsMore = new Set(['', 'stored', 'filtered', 'failed']);

/** Examples of the items behind a number: stored issues, titles of filtered events, or why clients dropped items. */
export async function Examples({
  ledger,
  shown,
  query,
  nowMs,
}: {
  ledger: OutcomesView;
  shown: StatsShown;
  query: RawParams;
  nowMs: number;
}) {
  const wanted = readWanted(query);
  const { kind, outcome, reason } = wanted;
  const cells = cellsOf(ledger, wanted);
  const known = Object.hasOwn(outcomeNames, outcome);
  // Of a time in which there are none, which a bar may lead to, it is said that there are none.
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
            {plural(sum, 'item')}, <Range range={shown.range} />
          </>
        }
        actions={
          <Link href={statsHref(shown)} className={buttonClass('quiet', true)}>
            Close
          </Link>
        }
      >
        {cells.length === 0 ? (
          <p className="text-13">
            No items <InRange range={shown.range} />.
          </p>
        ) : null}
        {reason !== '' && explanation ? <p className="mb-2 text-13 text-muted">{explanation}</p> : null}
        {cells.length > 0 ? <Course named={ledger.keys} shown={shown} wanted={wanted} nowMs={nowMs} /> : null}
        {outcome === 'client-discard' ? <WhyDropped reason={reason} /> : null}
        {shown.key !== null && keepsMore.has(outcome) ? (
          <p className="mb-2 text-13 text-muted">
            The examples below are for all keys. Only counts are stored per key.
          </p>
        ) : null}
        {outcome === '' ? <Became cells={cells} kind={kind} shown={shown} /> : null}
        {stored.length > 0 ? (
          <Stored cells={stored} shown={shown} />
        ) : outcome === 'filtered' ? (
          <Filtered shown={shown} wanted={wanted} fromMs={ledger.fromMs} nowMs={nowMs} />
        ) : outcome === 'failed' ? (
          <p className="text-13">Each is kept with its error and can be replayed. See Dead letters.</p>
        ) : outcome === '' || outcome === 'client-discard' ? null : (
          <p className="text-13 text-muted">No further data is stored. Rejected items are not read.</p>
        )}
      </Section>
    </div>
  );
}

/** What became of the items of a kind, each with its examples. */
function Became({ cells, kind, shown }: { cells: LedgerCell[]; kind: string; shown: StatsShown }) {
  return (
    <ul className="mb-3">
      {cells.map(({ outcome, reason, quantity }) => (
        <li key={`${outcome}:${reason}`} className="border-b border-line py-1.5 text-13 last:border-0">
          <Link href={examplesHref(shown, { kind, outcome, reason })} className="underline-offset-2 hover:underline">
            <Dot outcome={outcome} /> <span className="text-accent">{count(quantity)}</span>{' '}
            {(outcomeNames[outcome] ?? outcome).toLowerCase()}{' '}
            {reason === '' ? null : <code className="text-12 text-muted">{reason}</code>}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Stored({ cells, shown }: { cells: LedgerCell[]; shown: StatsShown }) {
  const kinds = new Set(cells.map(({ itemKind }) => itemKind));
  const looked = { projects: [...shown.projects], range: shown.range };
  const has = (...names: string[]) => names.some((name) => kinds.has(name));
  return (
    <>
      <p className="mb-3 text-13 text-muted">
        {cells.map(({ itemKind, quantity }) => `${count(quantity)} ${itemKind}`).join(', ')}
      </p>
      <div className="flex flex-wrap gap-2">
        {has('event', 'attachment') ? (
          <Link href={issuesHref({ ...looked, query: '' })} className={buttonClass()}>
            {kinds.has('event') ? 'Issues with these events' : 'Issues with these attachments'}
          </Link>
        ) : null}
        {has('feedback', 'user_report') ? (
          <Link href={feedbackHref(looked)} className={buttonClass()}>
            Feedback
          </Link>
        ) : null}
        {has('session', 'sessions') ? (
          <Link
            href={statsHref({ ...shown, key: null }).replace('/stats', '/releases') as `/releases?${string}`}
            className={buttonClass()}
          >
            Releases with these sessions
          </Link>
        ) : null}
        {has('client_report') ? (
          <Link href={`${statsHref(shown)}#dropped`} className={buttonClass()}>
            Dropped by clients
          </Link>
        ) : null}
      </div>
    </>
  );
}

async function Filtered({
  shown,
  wanted: { kind, reason },
  fromMs,
  nowMs,
}: {
  shown: StatsShown;
  wanted: Wanted;
  fromMs: number;
  nowMs: number;
}) {
  const [project, ...others] = shown.projects;
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
