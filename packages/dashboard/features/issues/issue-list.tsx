import { cookies } from 'next/headers';
import { connection } from 'next/server';
import { Empty } from '#components/states/empty.tsx';
import { buttonClass } from '#components/ui/button.tsx';
import { plural } from '#components/ui/count.ts';
import { Link } from '#components/ui/link.tsx';
import { ExportIssues } from '#features/exports/export-link.tsx';
import { LiveRefresh } from '#features/live/live-refresh.tsx';
import { runtime } from '#server/runtime.ts';
import { ask } from '#server/viewer.ts';
import { countNewIssues } from './actions.ts';
import { Bulk } from './bulk.tsx';
import { columns, columnsCookie, readColumns } from './columns.ts';
import { listed } from './listed.ts';
import { IssueRow } from './issue-row.tsx';
import { NoIssues } from './no-issues.tsx';
import { issuesHref, rangeNames, type RawParams } from './search-params.ts';

export async function IssueState({ search }: { search: Promise<RawParams> }) {
  const { page } = await listed(search);
  return (
    <p>
      {plural(page.unresolved, 'unresolved issue')}, {page.newToday} new today
    </p>
  );
}

export async function IssueList({ search }: { search: Promise<RawParams> }) {
  await connection();
  const { filter, page } = await listed(search);
  const nowMs = Date.now();
  const shown = readColumns((await cookies()).get(columnsCookie)?.value);
  const live = <LiveRefresh what="Updates" countNew={countNewIssues.bind(null, await search, nowMs)} />;

  if (page.problem) {
    return (
      <Empty title="The search could not be read">
        <p>What is wrong is underlined above, with a sentence beside it.</p>
      </Empty>
    );
  }
  if (page.issues.length === 0) {
    return (
      <>
        {live}
        <NoIssues filter={filter} unresolved={page.unresolved} />
      </>
    );
  }
  return (
    <>
      {live}
      <Bulk
        total={page.total}
        list={await search}
        among={await ask((viewer) => runtime().query.assignees(viewer, null))}
      >
        <table className="w-full table-fixed">
          <caption className="sr-only">{plural(page.total, 'issue')}</caption>
          <thead className="hidden border-b border-line text-12 text-muted md:table-header-group">
            <tr>
              <th scope="col" className="h-8 pl-2 text-left font-normal">
                {plural(page.total, 'issue')}
              </th>
              {shown.map((id) => {
                const { name, width, align } = columns.find((column) => column.id === id)!;
                return (
                  <th
                    key={id}
                    scope="col"
                    className={`px-3 font-normal ${width} ${align === 'right' ? 'text-right' : 'text-left'}`}
                  >
                    {id === 'trend' ? rangeNames[filter.range] : name}
                  </th>
                );
              })}
            </tr>
          </thead>
          <tbody>
            {page.issues.map((issue) => (
              <IssueRow
                key={issue.id}
                issue={issue}
                shown={shown}
                nowMs={nowMs}
                span={rangeNames[filter.range].toLowerCase()}
              />
            ))}
          </tbody>
        </table>
      </Bulk>
      <nav aria-label="Pages" className="flex items-center justify-center gap-2 py-5">
        {filter.cursor ? (
          <Link href={issuesHref({ ...filter, cursor: null })} className={buttonClass()}>
            Back to the first
          </Link>
        ) : null}
        {page.next ? (
          <Link href={issuesHref({ ...filter, cursor: page.next })} className={buttonClass()}>
            Next {filter.count}
          </Link>
        ) : null}
        <ExportIssues filter={filter} />
      </nav>
    </>
  );
}
