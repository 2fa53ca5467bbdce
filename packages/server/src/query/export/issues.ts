import { limits } from '@seismo/protocol';
import { Refusal } from '#platform/refusal.ts';
import type { QueryDeps } from '../deps.ts';
import { listIssues } from '../issues/list-issues.ts';
import type { IssueFilter, IssueRow } from '../issues/views.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import { isoTime, tableExport, type Columns, type TableFormat } from './table.ts';
import type { Export } from './views.ts';

const columnsAt = (publicUrl: string): Columns<IssueRow> => [
  ['id', ({ shortId }) => shortId],
  ['project', ({ project }) => project.slug],
  ['level', ({ level }) => level],
  ['type', ({ type }) => type],
  ['value', ({ value }) => value],
  ['culprit', ({ culprit }) => culprit],
  ['status', ({ status }) => status],
  ['substatus', ({ substate }) => substate],
  ['priority', ({ priority }) => priority.level],
  ['assignee', ({ assignee }) => assignee?.name ?? null],
  ['events', ({ events }) => events],
  ['users', ({ users }) => users],
  ['events_total', ({ eventsTotal }) => eventsTotal],
  ['users_total', ({ usersTotal }) => usersTotal],
  ['first_seen', ({ firstSeenAtMs }) => isoTime(firstSeenAtMs)],
  ['last_seen', ({ lastSeenAtMs }) => isoTime(lastSeenAtMs)],
  ['last_release', ({ lastRelease }) => lastRelease],
  ['url', ({ shortId }) => `${publicUrl}/issues/${shortId}`],
];

/** The issues of a search in list order. */
export async function exportIssues(
  deps: QueryDeps,
  viewer: Viewer,
  filter: Omit<IssueFilter, 'cursor' | 'count'>,
  format: TableFormat,
): Promise<Export> {
  const readPage = async (cursor: string | null) => {
    const page = await listIssues(deps, viewer, { ...filter, cursor, count: limits.API_PAGE_COUNT_MAX });
    return { ...page, rows: page.issues };
  };
  const first = await readPage(null);
  if (first.problem) throw new Refusal('invalid', first.problem.message);
  const [columns, rowsMax] = [columnsAt(deps.config.publicUrl), limits.EXPORT_ISSUE_COUNT_MAX];
  return tableExport({ name: 'issues', columns, first, readPage, rows: first.total, rowsMax }, format);
}
