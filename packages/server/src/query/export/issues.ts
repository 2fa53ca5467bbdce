import { limits } from '@seismo/protocol';
import { Refusal } from '#platform/refusal.ts';
import type { QueryDeps } from '../deps.ts';
import { listIssues } from '../issues/list-issues.ts';
import type { IssueFilter, IssueRow } from '../issues/views.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import { csvRow } from './csv.ts';
import { bytesOf } from './stream.ts';
import type { Export } from './views.ts';

export type IssueFormat = 'csv' | 'json';

const columns: [name: string, value: (issue: IssueRow, publicUrl: string) => string | number | null][] = [
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
  ['first_seen', ({ firstSeenAtMs }) => new Date(firstSeenAtMs).toISOString()],
  ['last_seen', ({ lastSeenAtMs }) => new Date(lastSeenAtMs).toISOString()],
  ['last_release', ({ lastRelease }) => lastRelease],
  ['url', ({ shortId }, publicUrl) => `${publicUrl}/issues/${shortId}`],
];

/** The issues of a search in list order, page by page, so that only one page is in memory. */
export async function exportIssues(
  deps: QueryDeps,
  viewer: Viewer,
  filter: Omit<IssueFilter, 'cursor' | 'count'>,
  format: IssueFormat,
): Promise<Export> {
  const readPage = (cursor: string | null) =>
    listIssues(deps, viewer, { ...filter, cursor, count: limits.API_PAGE_COUNT_MAX });
  // Read the first page before sending anything, so that a refusal has its own status.
  const first = await readPage(null);
  if (first.problem) throw new Refusal('invalid', first.problem.message);
  const pages = async function* () {
    let left = limits.EXPORT_ISSUE_COUNT_MAX;
    for (let page = first; ; page = await readPage(page.next)) {
      yield* page.issues.slice(0, left);
      left -= page.issues.length;
      if (page.next === null || left <= 0) return;
    }
  };
  const { publicUrl } = deps.config;
  return {
    filename: `issues.${format}`,
    contentType: format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8',
    rows: first.total,
    rowsMax: limits.EXPORT_ISSUE_COUNT_MAX,
    body: bytesOf(format === 'csv' ? asCsv(pages(), publicUrl) : asJson(pages(), publicUrl)),
  };
}

async function* asCsv(issues: AsyncIterable<IssueRow>, publicUrl: string): AsyncIterable<string> {
  yield csvRow(columns.map(([name]) => name));
  for await (const issue of issues) yield csvRow(columns.map(([, value]) => value(issue, publicUrl)));
}

async function* asJson(issues: AsyncIterable<IssueRow>, publicUrl: string): AsyncIterable<string> {
  let before = '[\n';
  for await (const issue of issues) {
    yield before + JSON.stringify(Object.fromEntries(columns.map(([name, value]) => [name, value(issue, publicUrl)])));
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}
