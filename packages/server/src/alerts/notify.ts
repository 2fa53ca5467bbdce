import type { IssueId, ProjectId, UserId } from '@seismo/protocol';
import { isForBrowsers, notifiedAtMs, type NotificationSettings } from '#domain/notifications/settings.ts';
import { rolesWith } from '#domain/permissions/permissions.ts';
import type { Activity, Issue, NotifiedActivity, OutboxRow, Recipient, StateTx, Team } from '#store/state/contract.ts';
import { alertedKey, circumstances, placesOf, recipientKey, type Alerted, type QueueDeps } from './queue-alerts.ts';
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
 * nor about the status, or what Seismo did, if an alert about the issue goes the same way to them at the same time.
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
  if (isPaused) return null;
  return async (tx, alerted) => {
    const messages = new Map<string, QueuedMessage>();
    for (const { activity, issue, to, kind, notBeforeMs } of await noticesOf(tx, happened, alerted, {
      nowMs,
      hasEmail,
    })) {
      const { organizationId } = issue;
      const key = `${organizationId} ${recipientKey(to)} ${notBeforeMs}`;
      const message = messages.get(key) ?? {
        to,
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
  to: Recipient;
  kind: NotifiedActivity['kind'];
  notBeforeMs: number;
}

async function noticesOf(
  tx: StateTx,
  rows: ActivityRow[],
  alerted: Alerted,
  { nowMs, hasEmail }: { nowMs: number; hasEmail: boolean },
): Promise<ActivityNotice[]> {
  const issues = new Map(
    (await tx.issuesByIds([...new Set(rows.map((row) => row.issueId))])).map((one) => [one.id, one]),
  );
  const organizationIds = [...new Set([...issues.values()].map(({ organizationId }) => organizationId))];
  const members = await tx.listMembers(organizationIds);
  const teams = await tx.listTeams(organizationIds);
  const subscribers = Map.groupBy(await tx.subscribersOf([...issues.keys()]), ({ issueId }) => issueId);
  const settings = await tx.notificationSettings([...new Set(members.map(({ id }) => id))]);
  const browsers = await tx.listBrowsers([...settings.keys()], nowMs);
  const roles = rolesWith('alerts');
  const readers = new Set(
    members.filter(({ role }) => roles.includes(role)).map(({ id, organizationId }) => `${id} ${organizationId}`),
  );
  // Without those that were deleted meanwhile.
  const activities = await tx.activitiesByIds(rows.map(({ activityId }) => activityId));
  return activities.flatMap((activity) => {
    const issue = issues.get(activity.issueId)!;
    const subscribed = (subscribers.get(issue.id) ?? []).map(({ userId }) => userId);
    return [...concerned(activity, subscribed, teams)].flatMap(([userId, kind]): ActivityNotice[] => {
      if (userId === activity.userId || !readers.has(`${userId} ${issue.organizationId}`)) return [];
      const isBySeismo = activity.userId === null;
      const own = settings.get(userId)!;
      return placesOf(userId, issue.organizationId, browsers, hasEmail).flatMap((to): ActivityNotice[] => {
        if ((isBySeismo || kind === 'status') && alerted.has(alertedKey(to, issue.id))) return [];
        const notBeforeMs = sentAtMs(own, to, kind, issue.projectId, nowMs);
        return notBeforeMs === null ? [] : [{ activity, issue, to, kind, notBeforeMs }];
      });
    });
  });
}

/** `null`: never. */
function sentAtMs(
  settings: NotificationSettings,
  { browserId }: Recipient,
  kind: NotifiedActivity['kind'],
  projectId: ProjectId,
  nowMs: number,
): number | null {
  if (browserId === null) return notifiedAtMs(settings, kind, projectId, nowMs);
  return isForBrowsers(settings, kind, projectId) ? nowMs : null;
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
