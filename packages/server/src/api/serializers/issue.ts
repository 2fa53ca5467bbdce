import type { IssueRow, IssueView } from '#query/issues/views.ts';
import type { ProjectOfRow } from '#query/projects/views.ts';
import type { TimeRange } from '#query/range.ts';
import { assigneeShape, statusShape, subscriptionShape } from './issue-status.ts';
import { permalinkOf } from './permalink.ts';

type Common = Pick<
  IssueView['issue'],
  | 'id'
  | 'shortId'
  | 'status'
  | 'substate'
  | 'resolution'
  | 'archive'
  | 'level'
  | 'type'
  | 'value'
  | 'culprit'
  | 'platform'
  | 'handled'
  | 'firstSeenAtMs'
  | 'lastSeenAtMs'
  | 'lastRelease'
> &
  Pick<IssueRow, 'assignee' | 'priority' | 'seen' | 'bookmarked' | 'subscription'>;

interface Where {
  publicUrl: string;
  project: ProjectOfRow;
  /** Of the list's range, or over all time. `count` is text because Sentry's is. */
  events: number;
  users: number;
}

export function issueShape(issue: Common, { publicUrl, project, events, users }: Where) {
  const { id, shortId, level, type, value, culprit, handled } = issue;
  return {
    id: String(id),
    shortId,
    title: type === '' ? value : value === '' ? type : `${type}: ${value}`,
    culprit,
    permalink: permalinkOf(publicUrl, project.organization, id),
    level,
    ...statusShape(issue),
    isUnhandled: handled === false,
    firstSeen: new Date(issue.firstSeenAtMs).toISOString(),
    lastSeen: new Date(issue.lastSeenAtMs).toISOString(),
    count: String(events),
    userCount: users,
    project: { id: String(project.id), slug: project.slug, name: project.name, platform: project.platform },
    platform: issue.platform,
    metadata: type === '' ? { title: value } : { type, value },
    type: type === '' ? 'default' : 'error',
    issueType: 'error',
    issueCategory: 'error',
    lastRelease: issue.lastRelease === '' ? null : { version: issue.lastRelease },
    logger: null,
    isPublic: false,
    annotations: [],
    assignedTo: assigneeShape(issue.assignee),
    priority: issue.priority.level,
    isBookmarked: issue.bookmarked,
    ...subscriptionShape(issue.subscription),
    hasSeen: issue.seen,
    numComments: 0,
    shareId: null,
  };
}

/**
 * List items also have a sparkline of [Unix seconds, events] pairs; for a custom range, under the name that Sentry
 * uses.
 */
export function issueRowShape(row: IssueRow, publicUrl: string, range: TimeRange) {
  const { fromMs, bucketMs, values } = row.series;
  const stats = values.map((events, index) => [(fromMs + index * bucketMs) / 1000, events]);
  return {
    ...issueShape(row, { publicUrl, project: row.project, events: row.events, users: row.users }),
    stats: { [typeof range === 'string' ? range : 'auto']: stats },
    lifetime: {
      count: String(row.eventsTotal),
      userCount: row.usersTotal,
      firstSeen: new Date(row.firstSeenAtMs).toISOString(),
      lastSeen: new Date(row.lastSeenAtMs).toISOString(),
    },
  };
}
