import type { MeasuredIssues, MeasuredReleaseView, ReleaseSummaryView } from '@seismo/server';
import { count, plural } from '#ui/count.ts';
import { Link } from '#ui/link.tsx';
import { Severity } from '#ui/severity.tsx';
import { Fold } from '#features/grouping/fold.tsx';
import { issuesHref } from '#features/issues/search-params.ts';
import { termOf } from '#features/search/term.ts';

/** Visible at first. */
const ISSUE_COUNT = 3;

interface Props {
  summary: Pick<ReleaseSummaryView, 'project' | 'environment'>;
  measured: Pick<MeasuredReleaseView, 'newIssues' | 'regressedIssues' | 'goneIssues'>;
  version: string;
}

/** The issues that the release has brought, or that it may have fixed. */
export function VerdictIssues({ summary: { project, environment }, measured, version }: Props) {
  const { newIssues, regressedIssues, goneIssues } = measured;
  const all = (key: string) =>
    issuesHref({
      projects: [project.slug],
      environments: environment === '' ? [] : [environment],
      range: '90d',
      query: termOf(key, version),
    });
  return (
    <>
      {newIssues.count + regressedIssues.count > 0 ? null : (
        <p className="mt-3 text-muted">No new or regressed issues</p>
      )}
      <div className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-4 empty:hidden sm:grid-cols-2 xl:grid-cols-3">
        <IssueList name="New issues" issues={newIssues} href={all('firstRelease')} />
        <IssueList name="Regressed issues" issues={regressedIssues} href={all('regressed_in_release')} />
        <IssueList name="No longer seen" issues={goneIssues} href={null} />
      </div>
    </>
  );
}

interface ListProps {
  name: string;
  issues: MeasuredIssues;
  /** Of all of them; `null`: there is no such list. */
  href: ReturnType<typeof issuesHref> | null;
}

function IssueList({ name, issues: { count: total, issues }, href }: ListProps) {
  if (total === 0) return null;
  const rest = issues.length - ISSUE_COUNT;
  return (
    <section aria-label={name} className="min-w-0">
      <h4 className="mb-1 flex items-baseline gap-2 text-12 font-normal text-muted">
        <span>
          {name} <b className="font-medium text-ink">{count(total)}</b>
        </span>
        {href === null || total <= ISSUE_COUNT ? null : (
          <Link href={href} className="ml-auto rounded-sm text-accent underline-offset-2 hover:underline">
            View all<span className="sr-only"> {name.toLowerCase()}</span>
          </Link>
        )}
      </h4>
      <List issues={issues.slice(0, ISSUE_COUNT)} />
      {rest > 0 ? (
        <Fold
          label={`${rest} more`}
          inside={
            <>
              <List issues={issues.slice(ISSUE_COUNT)} />
              {total > issues.length ? (
                <p className="text-12 text-muted">
                  The {issues.length} most frequent of {count(total)}
                </p>
              ) : null}
            </>
          }
        />
      ) : null}
    </section>
  );
}

const List = ({ issues }: { issues: MeasuredIssues['issues'] }) => (
  <ul>
    {issues.map(({ shortId, type, value, level, events, users }) => (
      <li key={shortId} className="flex min-w-0 gap-2 border-t border-line py-1.5">
        <span className="shrink-0 pt-0.5">
          <Severity level={level} compact />
        </span>
        <div className="min-w-0 flex-1">
          <Link href={`/issues/${encodeURIComponent(shortId)}`} className="block truncate rounded-sm hover:underline">
            <bdi className="font-medium">{type || value || 'Event without a message'}</bdi>{' '}
            {type === '' ? null : <bdi className="text-muted">{value}</bdi>}
          </Link>
          <p className="flex flex-wrap gap-x-3 text-12 text-muted">
            <span>{shortId}</span>
            <span>{plural(events, 'event')}</span>
            {users > 0 ? <span>{plural(users, 'user')}</span> : null}
          </p>
        </div>
      </li>
    ))}
  </ul>
);
