import type { ComparedIssuePage, ComparedKind, ReleaseComparison } from '@seismo/server';
import clsx from 'clsx';
import { connection } from 'next/server';
import { RowGrid } from '#explorer/row-grid.tsx';
import { buttonClass } from '#ui/button.tsx';
import { count } from '#ui/count.ts';
import { Link } from '#ui/link.tsx';
import { Section } from '#ui/section.tsx';
import { Severity } from '#ui/severity.tsx';
import { TableHead, type Column } from '#ui/table-head.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { eventsHref } from '#features/events/search-params.ts';
import { ratioText } from '#features/home/change-text.ts';
import { StatusBadges } from '../issues/status-badges.tsx';
import { termOf } from '#features/search/term.ts';
import { runtime } from '#server/runtime.ts';
import { runQuery } from '#server/viewer.ts';
import { Unknown } from './adoption.tsx';
import { CommitList } from './commit-list.tsx';
import { readComparedStats, type ReleaseProps } from './read.ts';
import { comparedKinds, compareHref, readCompared, releaseHref, type Compared } from './search-params.ts';

const ISSUE_COUNT = 50;

/** Issues that only one of the two or both had, then the commits in between. */
export async function ComparedIssues(props: ReleaseProps) {
  await connection();
  const compared = readCompared(await props.version, await props.search);
  const { base, head, environments, kind, cursor } = compared;
  if (head === '') return null;
  const [{ issues, next, totals }, stats] = await Promise.all([
    runQuery((viewer) =>
      runtime().query.comparedIssues(viewer, base, head, { environments, kind, cursor, count: ISSUE_COUNT }),
    ),
    // Only issues of both are compared per session; the stats above show an error if sessions cannot be counted.
    kind === 'both' ? readComparedStats(props).catch(() => null) : null,
  ]);
  const names: Record<ComparedKind, string> = { base: `Only in ${base}`, head: `Only in ${head}`, both: 'In both' };
  return (
    <Section title="Issues" note="Last 90 days">
      <Tabs
        label="Issues by release"
        tabs={comparedKinds.map((each) => ({
          name: names[each],
          href: compareHref({ ...compared, kind: each, cursor: null }),
          isCurrent: each === kind,
          number: count(totals[each]),
        }))}
      />
      {issues.length === 0 ? (
        <p className="py-6 text-center text-13 text-muted">
          {kind === 'both' ? 'No issue occurs in both releases.' : 'No issue occurs only in this release.'}
        </p>
      ) : (
        <RowGrid>
          <table role="grid" className="w-full table-fixed text-13">
            <caption className="sr-only">{names[kind]}, most events first</caption>
            <TableHead
              columns={[
                { name: 'Issue' },
                ...(kind === 'head' ? [] : [eventsColumn(base)]),
                ...(kind === 'base' ? [] : [eventsColumn(head)]),
                ...(kind === 'both'
                  ? [{ name: 'Change', number: true, className: 'hidden w-28 px-2 sm:table-cell' }]
                  : []),
              ]}
            />
            <tbody>
              {issues.map((issue) => (
                <ComparedIssue key={issue.id} issue={issue} compared={compared} stats={stats} />
              ))}
            </tbody>
          </table>
        </RowGrid>
      )}
      {next || compared.cursor ? (
        <nav aria-label="Pages of issues" className="flex justify-center gap-2 pt-4">
          {compared.cursor ? (
            <Link href={compareHref({ ...compared, cursor: null })} scroll={false} className={buttonClass()}>
              First page
            </Link>
          ) : null}
          {next ? (
            <Link href={compareHref({ ...compared, cursor: next })} scroll={false} className={buttonClass()}>
              More issues
            </Link>
          ) : null}
        </nav>
      ) : null}
    </Section>
  );
}

function eventsColumn(version: string): Column {
  return {
    name: <span title={`Events in ${version}`}>{version}</span>,
    number: true,
    className: 'w-20 truncate px-2 sm:w-36',
  };
}

type Issue = ComparedIssuePage['issues'][number];
/** `null` where they could not be counted. */
type Comparison = ReleaseComparison | null;

function ComparedIssue({ issue, compared, stats }: { issue: Issue; compared: Compared; stats: Comparison }) {
  const { base, head, environments, kind } = compared;
  const title = issue.type || issue.value || 'Event without a message';
  const eventsIn = (version: string, events: number) => (
    <td className="px-2 text-right">
      <Link
        href={eventsHref(issue.shortId, { query: termOf('release', version), environments, range: '90d' })}
        className="relative z-10 rounded-sm text-accent underline-offset-2 hover:underline"
      >
        {count(events)}
        <span className="sr-only">
          {' '}
          of {issue.shortId} in {version}
        </span>
      </Link>
    </td>
  );
  return (
    <tr data-row className="relative h-14 border-b border-line align-middle focus-within:bg-accent-wash hover:bg-hover">
      <th scope="row" aria-label={`${title} ${issue.shortId}`} className="min-w-0 py-1.5 pr-3 text-left font-normal">
        <div className="flex min-w-0 gap-2.5">
          <span className="pt-0.5">
            <Severity level={issue.level} compact />
          </span>
          <div className="min-w-0 flex-1">
            <Link
              href={`/issues/${encodeURIComponent(issue.shortId)}`}
              data-row-link
              suppressHydrationWarning
              className="block min-w-0 truncate fills-row"
            >
              <span className="font-medium">{title}</span>
              {issue.type && issue.value ? <span className="ml-2 text-muted">{issue.value}</span> : null}
            </Link>
            <div className="mt-0.5 flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-12 text-muted">
              <span className="shrink-0">{issue.shortId}</span>
              <StatusBadges issue={issue} />
            </div>
          </div>
        </div>
      </th>
      {kind === 'head' ? null : eventsIn(base, issue.baseEvents)}
      {kind === 'base' ? null : eventsIn(head, issue.headEvents)}
      {kind === 'both' ? <Change issue={issue} stats={stats} /> : null}
    </tr>
  );
}

/** Per session if both have sessions: a release with fewer users has fewer events of everything. */
function Change({ issue: { baseEvents, headEvents }, stats }: { issue: Issue; stats: Comparison }) {
  if (!stats) {
    return (
      <td className="hidden px-2 text-right text-12 sm:table-cell">
        <Unknown label="unknown: sessions could not be counted" />
      </td>
    );
  }
  const { base, head } = stats;
  const perSession = base.total.by === 'sessions' && head.total.by === 'sessions';
  const [of, by] =
    perSession && base.total.count > 0 && head.total.count > 0 ? [base.total.count, head.total.count] : [1, 1];
  const ratio = headEvents / by / (baseEvents / of);
  const words = Math.abs(ratio - 1) < 0.05 ? 'no change' : ratioText(ratio);
  return (
    <td
      className={clsx(
        'hidden px-2 text-right text-12 sm:table-cell',
        ratio >= 1.5 ? 'text-error' : ratio <= 0.67 ? 'text-good' : 'text-muted',
      )}
      title={perSession ? 'Events per session' : 'Events'}
    >
      {words}
      {perSession ? <span className="block text-muted">per session</span> : null}
    </td>
  );
}

export async function ComparedCommits(props: ReleaseProps) {
  await connection();
  const { base, head } = readCompared(await props.version, await props.search);
  if (head === '') return null;
  const between = await runQuery((viewer) => runtime().query.commitsBetween(viewer, base, head));
  const nowMs = Date.now();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <Section
        title="Commits in between"
        note={
          between.commitCount === 0
            ? 'No commits'
            : `${count(between.commitCount)} in ${count(between.releases.length)} ${between.releases.length === 1 ? 'release' : 'releases'}`
        }
      >
        {between.commitCount === 0 ? null : <CommitList commits={between.commits} refs={[]} nowMs={nowMs} />}
        {between.releases.length > 1 ? (
          <p className="mt-3 flex flex-wrap gap-x-3 gap-y-1 text-12 text-muted">
            From
            {between.releases.map((version) => (
              <Link key={version} href={releaseHref(version)} className="rounded-sm font-mono hover:underline">
                {version}
              </Link>
            ))}
          </p>
        ) : null}
      </Section>
      <Section
        title="Files changed"
        note={between.fileCount === 0 ? 'The commits list no files' : count(between.fileCount)}
      >
        {between.fileCount === 0 ? null : (
          <ul className="text-13">
            {between.files.slice(0, 30).map(({ path, commits }) => (
              <li key={path} className="flex gap-3 border-b border-line py-1">
                <code className="min-w-0 flex-1 text-12 [overflow-wrap:anywhere]">{path}</code>
                <span className="shrink-0 text-12 text-muted">{commits > 1 ? `${commits} commits` : ''}</span>
              </li>
            ))}
          </ul>
        )}
        {between.fileCount > 30 ? (
          <p className="mt-2 text-12 text-muted">30 most-changed files of {count(between.fileCount)}</p>
        ) : null}
      </Section>
    </div>
  );
}
