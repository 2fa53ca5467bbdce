import type { LedgerView } from '@seismo/server';
import { Time } from '#components/time/time.tsx';
import { buttonClass } from '#components/ui/button.tsx';
import { count, plural } from '#components/ui/count.ts';
import { Link } from '#components/ui/link.tsx';
import { Section } from '#components/ui/section.tsx';
import { first, issuesHref, rangeNames, type RawParams } from '#features/issues/search-params.ts';
import { runtime } from '#server/runtime.ts';
import { ask } from '#server/viewer.ts';
import { outcomeNames } from './ledger.ts';
import { statsHref, type StatsShown } from './search-params.ts';

/** What is kept of the items behind a number: all of what is stored, titles of what filters took, what was set aside. */
export async function Examples({
  ledger,
  shown,
  query,
  nowMs,
}: {
  ledger: LedgerView;
  shown: StatsShown;
  query: RawParams;
  nowMs: number;
}) {
  const [outcome, reason] = [first(query.outcome) ?? '', first(query.reason) ?? ''];
  const cells = ledger.outcomes.filter((cell) => cell.outcome === outcome && (reason === '' || cell.reason === reason));
  if (cells.length === 0) return null;
  const sum = cells.reduce((total, { quantity }) => total + quantity, 0);
  const name = [outcomeNames[outcome] ?? outcome, reason].filter(Boolean).join(', ');
  return (
    <div id="examples" className="scroll-mt-4">
      <Section
        title={`Examples: ${name}`}
        note={`${plural(sum, 'item')}, ${rangeNames[shown.range].toLowerCase()}`}
        actions={
          <Link href={statsHref(shown)} className={buttonClass('quiet', true)}>
            Close
          </Link>
        }
      >
        {reason !== '' && cells[0]!.explanation ? (
          <p className="mb-2 text-13 text-muted">{cells[0]!.explanation}</p>
        ) : null}
        {outcome === 'stored' ? (
          <Stored ledger={ledger} shown={shown} />
        ) : outcome === 'filtered' ? (
          <Filtered shown={shown} reason={reason} fromMs={ledger.fromMs} nowMs={nowMs} />
        ) : outcome === 'failed' ? (
          <p className="text-13">They are set aside, with the error of each, and can be replayed: see Set aside.</p>
        ) : (
          <p className="text-13 text-muted">
            Nothing but their number is kept: what was turned away was not read, and what is not stored stays with the
            client.
          </p>
        )}
      </Section>
    </div>
  );
}

function Stored({ ledger, shown }: { ledger: LedgerView; shown: StatsShown }) {
  const stored = ledger.kinds.flatMap(({ itemKind, outcomes }) => {
    const quantity = outcomes.find(({ outcome }) => outcome === 'stored')?.quantity ?? 0;
    return quantity > 0 ? [{ itemKind, quantity }] : [];
  });
  return (
    <>
      <p className="mb-3 text-13 text-muted">
        {stored.map(({ itemKind, quantity }) => `${count(quantity)} ${itemKind}`).join(', ')}
      </p>
      <Link
        href={issuesHref({ projects: shown.project === null ? [] : [shown.project], range: shown.range, query: '' })}
        className={buttonClass()}
      >
        Issues with these events
      </Link>
    </>
  );
}

async function Filtered({
  shown,
  reason,
  fromMs,
  nowMs,
}: {
  shown: StatsShown;
  reason: string;
  fromMs: number;
  nowMs: number;
}) {
  const { project } = shown;
  if (project === null)
    return <p className="text-13 text-muted">Choose a project to see titles of what it filtered.</p>;
  const all = await ask((viewer) => runtime().query.filtered(viewer, project));
  const examples = all
    .filter((filter) => reason === '' || filter.reason === reason)
    .flatMap((filter) => filter.examples.map((example) => ({ ...example, reason: filter.reason })))
    .filter(({ atMs }) => atMs >= fromMs)
    .toSorted((a, b) => b.atMs - a.atMs);
  if (examples.length === 0) {
    return (
      <p className="text-13 text-muted">No title was kept of these: only events have one, and a few of each reason.</p>
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
