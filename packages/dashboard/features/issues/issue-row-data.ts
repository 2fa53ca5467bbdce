import type { IssueRow } from '@seismo/server';

/** Only the fields that a row shows, because every list sends them. */
export type IssueRowData = Pick<
  IssueRow,
  | 'id'
  | 'shortId'
  | 'status'
  | 'substate'
  | 'resolution'
  | 'archive'
  | 'assignee'
  | 'priority'
  | 'seen'
  | 'level'
  | 'type'
  | 'value'
  | 'culprit'
  | 'handled'
  | 'events'
  | 'users'
  | 'eventsTotal'
  | 'firstSeenAtMs'
  | 'lastSeenAtMs'
  | 'lastRelease'
  | 'series'
>;

export function toRowData(issue: IssueRow): IssueRowData {
  const { project: _project, bookmarked: _bookmarked, usersTotal: _usersTotal, ...listed } = issue;
  return listed;
}
