import { connection } from 'next/server';
import { Pager } from '#explorer/pager.tsx';
import { Empty } from '#ui/states/empty.tsx';
import { plural } from '#ui/count.ts';
import { ExportList } from '#features/exports/export-link.tsx';
import { LiveRefresh } from '#shell/live/live-refresh.tsx';
import { runtime } from '#server/runtime.ts';
import { runQuery, me, organizationId } from '#server/viewer.ts';
import { readColumns } from './columns.ts';
import { readIssueList } from './read.ts';
import { IssueTable } from './issue-table.tsx';
import { NoIssues } from './no-issues.tsx';
import { RowCountSelect } from './row-count-select.tsx';
import { UnresolvedSummary } from './unresolved-summary.tsx';
import { rowCounts } from './row-counts.ts';
import { issuesHref } from './search-params.ts';
import { type RawParams } from '#explorer/url-state.ts';
import { rangeHeading, rangeText } from '#shell/context-bar/time-range.ts';

export async function IssueState({ search }: { search: Promise<RawParams> }) {
  const { filter, page } = await readIssueList(search);
  return (
    <p>
      <UnresolvedSummary counts={page} projects={filter.projects} range={filter.range} nowMs={Date.now()} />
    </p>
  );
}

export async function IssueList({ search }: { search: Promise<RawParams> }) {
  await connection();
  const loadedAtMs = Date.now();
  const [{ filter, page }, assignees] = await Promise.all([
    readIssueList(search),
    runQuery((viewer) => runtime().query.assignees(viewer, null)),
  ]);
  const organization = await organizationId();
  const nowMs = Date.now();
  const visibleColumns = readColumns((await me()).preferences.issueColumns);
  const live = (
    <LiveRefresh label="Updates" since={{ organizationId: organization, list: await search, sinceMs: loadedAtMs }} />
  );

  if (page.problem) {
    return (
      <Empty title="Invalid search">
        <p>Fix the underlined part of the search.</p>
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
      <IssueTable
        issues={page.issues}
        caption={plural(page.total, 'issue')}
        first={plural(page.total, 'issue')}
        trend={rangeHeading(filter.range)}
        span={rangeText(filter.range)}
        visibleColumns={visibleColumns}
        nowMs={nowMs}
        assignees={assignees}
        total={page.total}
        list={await search}
        sorting={{ by: filter.sort, hrefOf: (sort) => issuesHref({ ...filter, sort, cursor: null }) }}
      />
      <Pager
        first={filter.cursor ? { name: 'First page', href: issuesHref({ ...filter, cursor: null }) } : null}
        next={page.next ? { name: `Next ${filter.count}`, href: issuesHref({ ...filter, cursor: page.next }) } : null}
      >
        <ExportList organizationId={organization} href={issuesHref({ ...filter, cursor: null })} of="issues" />
        {page.total > rowCounts[0] ? <RowCountSelect count={filter.count} /> : null}
      </Pager>
    </>
  );
}
