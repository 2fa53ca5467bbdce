import type { IssueFilter } from '@seismo/server';
import { Empty } from '#ui/states/empty.tsx';
import { buttonClass } from '#ui/button.tsx';
import { plural } from '#ui/count.ts';
import { Link } from '#ui/link.tsx';
import { NoProject } from '#features/home/no-project.tsx';
import { termsOf } from '#features/search/terms-of.ts';
import { runtime } from '#server/runtime.ts';
import { runQuery, reportingProjects, visibleProjects } from '#server/viewer.ts';
import { defaultQuery, issuesHref } from './search-params.ts';
import { InRange } from '#shell/context-bar/range.tsx';

/** How many terms are tried, and how many are offered for removal. */
const CANDIDATES_MAX = 10;
const SUGGESTIONS_MAX = 3;

/** The terms whose removal alone gives results, with their number; if there are none, the whole search. */
async function removableTerms(
  filter: IssueFilter,
): Promise<{ without: string; query: string; found: number | null }[]> {
  const { query } = filter;
  const terms = termsOf(query);
  if (terms.length > 1) {
    const candidates = terms.slice(0, CANDIDATES_MAX);
    const others = candidates.map((_, index) => terms.toSpliced(index, 1).join(' '));
    const { query: queries } = runtime();
    const counts = await runQuery((viewer) =>
      Promise.all(others.map((other) => queries.issueCounts(viewer, filter, [other]))),
    );
    const matches = candidates
      .map((without, index) => ({ without, query: others[index]!, found: counts[index]![0] ?? 0 }))
      .filter(({ found }) => found > 0)
      .sort((one, other) => other.found - one.found);
    if (matches.length > 0) return matches.slice(0, SUGGESTIONS_MAX);
  }
  const isDefaultQuery = query.trim() === '' || query.trim() === defaultQuery;
  return isDefaultQuery ? [] : [{ without: query, query: defaultQuery, found: null }];
}

/** Why the list is empty, and the next step. */
export async function NoIssues({ filter, unresolved }: { filter: IssueFilter; unresolved: number }) {
  const [all, projects] = await Promise.all([visibleProjects(), reportingProjects()]);
  const selectedSending = projects.filter(({ slug }) => filter.projects.length === 0 || filter.projects.includes(slug));
  const waiting = selectedSending.find((project) => project.firstEventAtMs === null);

  if (projects.length === 0 && all.every((project) => project.firstEventAtMs === null)) return <NoProject />;
  if (waiting && selectedSending.every((project) => project.firstEventAtMs === null)) {
    return (
      <Empty title={`Waiting for the first event from ${waiting.name}`}>
        <p>Add the DSN to your SDK and throw an error. The error appears here automatically.</p>
        <Link href={`/projects/${encodeURIComponent(waiting.slug)}/start`} className={buttonClass('primary')}>
          Set up SDK
        </Link>
      </Empty>
    );
  }
  const selected = all.filter(({ slug }) => filter.projects.includes(slug));
  if (selected.length > 0 && selected.every((project) => project.firstEventAtMs === null)) return <NoSeismoErrors />;
  if (filter.query.trim() === defaultQuery && unresolved === 0) {
    return (
      <Empty title="No unresolved issues">
        <p>Every issue is resolved or archived.</p>
        <Link href={issuesHref({ ...filter, query: '', cursor: null })} className={buttonClass()}>
          Show all issues
        </Link>
      </Empty>
    );
  }
  return (
    <Empty title="No matching issues">
      <p>
        No issue matches your search {filter.environments.length > 0 ? `in ${filter.environments.join(', ')} ` : ''}
        <InRange range={filter.range} />. Remove a filter:
      </p>
      <div className="flex flex-wrap justify-center gap-2">
        {(await removableTerms(filter)).map(({ without, query, found }, index) => (
          <Link key={index} href={issuesHref({ ...filter, query, cursor: null })} className={buttonClass()}>
            Without <code className="max-w-[24ch] truncate text-12">{without}</code>
            {found === null ? null : <span className="font-normal text-muted">{plural(found, 'issue')}</span>}
          </Link>
        ))}
        {filter.environments.length > 0 ? (
          <Link href={issuesHref({ ...filter, environments: [], cursor: null })} className={buttonClass()}>
            All environments
          </Link>
        ) : null}
        {filter.range !== '90d' ? (
          <Link href={issuesHref({ ...filter, range: '90d', cursor: null })} className={buttonClass()}>
            Last 90 days
          </Link>
        ) : null}
      </div>
    </Empty>
  );
}

/** Of the project in which this server reports on itself. */
function NoSeismoErrors() {
  return (
    <Empty title="No errors in Seismo">
      <p>
        Errors in this server and its dashboard appear here automatically. Errors in your applications appear in your
        other projects.
      </p>
      <Link href="/issues" className={buttonClass()}>
        Show issues in all projects
      </Link>
    </Empty>
  );
}
