import type { IssueFilter } from '@seismo/server';
import { Empty } from '#components/states/empty.tsx';
import { buttonClass } from '#components/ui/button.tsx';
import { Link } from '#components/ui/link.tsx';
import { NoProject } from '#features/home/no-project.tsx';
import { shownProjects } from '#server/viewer.ts';
import { defaultQuery, issuesHref } from './search-params.ts';
import { InRange } from '#features/context-bar/range.tsx';

/** Why the list is empty, and the next step. */
export async function NoIssues({ filter, unresolved }: { filter: IssueFilter; unresolved: number }) {
  const projects = await shownProjects();
  const chosen = projects.filter(({ slug }) => filter.projects.length === 0 || filter.projects.includes(slug));
  const waiting = chosen.find((project) => project.firstEventAtMs === null);

  if (projects.length === 0) return <NoProject />;
  if (waiting && chosen.every((project) => project.firstEventAtMs === null)) {
    return (
      <Empty title={`${waiting.name} has not sent anything yet`}>
        <p>Put its DSN into an SDK and throw an error. It appears here by itself.</p>
        <Link href={`/projects/${encodeURIComponent(waiting.slug)}/start`} className={buttonClass('primary')}>
          Show the DSN and the snippet
        </Link>
      </Empty>
    );
  }
  if (filter.query.trim() === defaultQuery && unresolved === 0) {
    return (
      <Empty title="Nothing unresolved">
        <p>Every issue is resolved or archived.</p>
        <Link href={issuesHref({ ...filter, query: '', cursor: null })} className={buttonClass()}>
          Show all issues
        </Link>
      </Empty>
    );
  }
  return (
    <Empty title="No issue matches">
      <p>
        Nothing {filter.environments.length > 0 ? `in ${filter.environments.join(', ')} ` : ''}
        <InRange range={filter.range} /> fits the search. Drop a part of it:
      </p>
      <div className="flex flex-wrap justify-center gap-2">
        {filter.query.trim() !== '' && filter.query.trim() !== defaultQuery ? (
          <Link href={issuesHref({ ...filter, query: defaultQuery, cursor: null })} className={buttonClass()}>
            Without <code className="max-w-[24ch] truncate text-12">{filter.query}</code>
          </Link>
        ) : null}
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
