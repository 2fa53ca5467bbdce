import type { IssueId, UserId } from '@seismo/protocol';
import { notifiedAtMs } from '#domain/notifications/settings.ts';
import { rolesWith } from '#domain/permissions/permissions.ts';
import type { Activity, Issue, Member, NotifiedActivity, OutboxRow, StateTx, Team } from '#store/state/contract.ts';
import { circumstances, type Alerted, type QueueDeps } from './queue-alerts.ts';
import { queueMessage, type QueuedMessage } from './queue-message.ts';

/** The rows of the outbox that subscribers of an issue are notified of, beside comments. */
const statusKinds: ReadonlySet<OutboxRow['kind']> = new Set<OutboxRow['kind']>([
  'issue-resolved',
  'issue-archived',
  'issue-reopened',
  'issue-unarchived',
  'issue-regressed',
  'issue-escalating',
]);

type ActivityRow = OutboxRow & { issueId: IssueId; activityId: number };

/**
 * Queues messages to users about what happened to issues in these rows: that they were assigned or mentioned, and comments
 * and changes of the status of issues that they are subscribed to. Users get no message about what they did themselves,
 * nor about the status, or what Seismo did, if an alert about the issue goes to them at the same time.
 */
export async function notify(
  deps: QueueDeps,
  rows: OutboxRow[],
): Promise<((tx: StateTx, alerted: Alerted) => Promise<void>) | null> {
  const happened = rows.filter(
    (row): row is ActivityRow =>
      row.issueId !== null &&
      (row.kind === 'issue-assigned' || row.kind === 'issue-commented' || statusKinds.has(row.kind)),
  );
  if (happened.length === 0) return null;
  const { nowMs, isPaused, hasEmail } = await circumstances(deps);
  if (isPaused || !hasEmail) return null;
  return async (tx, alerted) => {
    const messages = new Map<string, QueuedMessage>();
    for (const { activity, issue, userId, kind, notBeforeMs } of await noticesOf(tx, happened, alerted, nowMs)) {
      const { organizationId } = issue;
      const key = `${organizationId} ${userId} ${notBeforeMs}`;
      const message = messages.get(key) ?? {
        to: { userId, channelId: null },
        organizationId,
        about: 'activity',
        isEscalation: false,
        joins: true,
        notBeforeMs,
        alertIds: [],
        activities: [],
      };
      messages.set(key, message);
      message.activities.push({ activityId: activity.id, kind });
    }
    for (const message of messages.values()) await queueMessage(tx, message, nowMs);
  };
}

interface ActivityNotice {
  activity: Activity;
  issue: Issue;
  userId: UserId;
  kind: NotifiedActivity['kind'];
  notBeforeMs: number;
}

async function noticesOf(tx: StateTx, rows: ActivityRow[], alerted: Alerted, nowMs: number): Promise<ActivityNotice[]> {
  const issues = await tx.issuesByIds([...new Set(rows.map(({ issueId }) => issueId))]);
  const organizationIds = [...new Set(issues.map(({ organizationId }) => organizationId))];
  const members = await tx.listMembers(organizationIds);
  const teams = await tx.listTeams(organizationIds);
  const subscribers = await tx.subscribersOf(issues.map(({ id }) => id));
  const settings = await tx.notificationSettings([...new Set(members.map(({ id }) => id))]);
  const readers = rolesWith('alerts');
  const notices: ActivityNotice[] = [];
  for (const row of rows) {
    const issue = issues.find(({ id }) => id === row.issueId);
    const activity = await tx.activityById(row.activityId);
    // Deleted meanwhile.
    if (!issue || !activity) continue;
    const subscribed = subscribers.filter(({ issueId }) => issueId === issue.id).map(({ userId }) => userId);
    const mayRead = (userId: UserId) => members.some((member) => isReader(member, userId, issue, readers));
    for (const [userId, kind] of concerned(activity, subscribed, teams)) {
      if (userId === activity.userId || !mayRead(userId)) continue;
      const isBySeismo = activity.userId === null;
      if ((isBySeismo || kind === 'status') && alerted.has(`${userId} ${issue.id}`)) continue;
      const notBeforeMs = notifiedAtMs(settings.get(userId)!, kind, issue.projectId, nowMs);
      if (notBeforeMs !== null) notices.push({ activity, issue, userId, kind, notBeforeMs });
    }
  }
  return notices;
}

/** The users whom an activity concerns, each once: what is about themselves goes before their subscription. */
function concerned(
  activity: Activity,
  subscribed: UserId[],
  teams: readonly Team[],
): Map<UserId, NotifiedActivity['kind']> {
  const usersOf = (one: { kind: 'user'; userId: UserId } | { kind: 'team'; teamId: number }): UserId[] =>
    one.kind === 'user' ? [one.userId] : (teams.find(({ id }) => id === one.teamId)?.memberIds ?? []);
  const all = (userIds: UserId[], kind: NotifiedActivity['kind']) => userIds.map((userId) => [userId, kind] as const);
  if (activity.kind === 'assigned') return new Map(all(usersOf(activity.to), 'assigned'));
  if (activity.kind !== 'comment') return new Map(all(subscribed, 'status'));
  return new Map([...all(subscribed, 'comments'), ...all((activity.mentions ?? []).flatMap(usersOf), 'mentioned')]);
}

function isReader(
  member: Member,
  userId: UserId,
  { organizationId }: Issue,
  readers: readonly Member['role'][],
): boolean {
  return member.id === userId && member.organizationId === organizationId && readers.includes(member.role);
}
