import { limits, type UserId } from '@seismo/protocol';
import { isForBrowsers, timingOf } from '#domain/notifications/settings.ts';
import type { Resolution } from '#domain/issue-status/issue-status.ts';
import type { QueryDeps } from '#query/deps.ts';
import type { Activity, Delivery, Issue, NotifiedActivity, State } from '#store/state/contract.ts';
import type { ActivityMessage, Happening, NotifiedIssue } from './message.ts';

/** What a delivery says about the activity of issues, without what its recipient does not want to know any more. */
export async function readActivity(
  { state, config }: Pick<QueryDeps, 'state' | 'config'>,
  { id, userId, browserId }: Delivery,
): Promise<Pick<ActivityMessage, 'issues' | 'issueCount'> | null> {
  const recorded = await state.activitiesOfDelivery(id);
  const byIssue = Map.groupBy(recorded, ({ activity }) => activity.issueId);
  const found = await state.issuesByIds([...byIssue.keys()]);
  const wanted = await wantedBy(state, { userId: userId!, browserId }, found);
  const concerned = found.flatMap((issue) => {
    const notified = byIssue.get(issue.id)!.filter(({ kind }) => wanted(issue, kind));
    return notified.length > 0 ? [{ issue, notified }] : [];
  });
  // Those that something happened to last come first.
  concerned.sort((a, b) => b.notified.at(-1)!.activity.id - a.notified.at(-1)!.activity.id);
  const listed = concerned.slice(0, limits.DELIVERY_ISSUE_COUNT_MAX);
  const userIds = listed.flatMap(({ notified }) => notified.flatMap(({ activity }) => activity.userId ?? []));
  const users = await state.usersByIds([...new Set(userIds)]);
  const names = new Map(users.map((user) => [user.id, user.name || user.email]));
  const issues = await Promise.all(
    listed.map(async ({ issue, notified }): Promise<NotifiedIssue> => {
      const { shortId, type, value, projectId } = issue;
      return {
        id: issue.id,
        shortId,
        title: type === '' ? value : type,
        detail: type === '' ? '' : value,
        project: (await state.projectById(projectId))?.slug ?? '',
        url: `${config.publicUrl}/issues/${shortId}`,
        happenings: notified
          .slice(-limits.DELIVERY_ACTIVITY_COUNT_MAX)
          .map(({ activity, kind }) => happeningOf(activity, kind, names)),
      };
    }),
  );
  return issues.length > 0 ? { issues, issueCount: concerned.length } : null;
}

/** As their settings and subscriptions are now: a daily message waits for hours. */
async function wantedBy(
  state: Pick<State, 'notificationSettings' | 'subscribersOf'>,
  { userId, browserId }: { userId: UserId; browserId: number | null },
  issues: Issue[],
): Promise<(issue: Issue, kind: NotifiedActivity['kind']) => boolean> {
  const settings = (await state.notificationSettings([userId])).get(userId)!;
  const subscribers = await state.subscribersOf(issues.map(({ id }) => id));
  const subscribed = new Set(subscribers.filter((one) => one.userId === userId).map(({ issueId }) => issueId));
  return ({ id, projectId }, kind) => {
    const isOff = timingOf(settings, kind, projectId) === 'off';
    if (isOff || (browserId !== null && !isForBrowsers(settings, kind, projectId))) return false;
    return kind === 'assigned' || kind === 'mentioned' || subscribed.has(id);
  };
}

function happeningOf(
  activity: Activity,
  kind: NotifiedActivity['kind'],
  names: ReadonlyMap<UserId, string>,
): Happening {
  return {
    by: activity.userId === null ? '' : (names.get(activity.userId) ?? ''),
    what: whatOf(activity, kind),
    comment: activity.kind === 'comment' ? activity.text : '',
    atMs: activity.atMs,
    why: kind,
  };
}

function whatOf(activity: Activity, kind: NotifiedActivity['kind']): string {
  switch (activity.kind) {
    case 'assigned': {
      const to = activity.to.kind === 'user' ? 'you' : 'your team';
      return `Assigned to ${to}${activity.rule === null ? '' : ' by an ownership rule'}`;
    }
    case 'comment':
      return kind === 'mentioned' ? 'You were mentioned' : 'New comment';
    case 'resolved':
      return `Resolved${resolvedHow(activity.resolution)}`;
    case 'archived':
      return 'Archived';
    case 'unresolved':
      return activity.from === 'archived' ? 'Unarchived' : 'Reopened';
    case 'unarchived':
      return 'Unarchived automatically';
    case 'regressed':
      return activity.release === '' ? 'Regressed' : `Regressed in release ${activity.release}`;
    case 'escalating':
      return `Escalating: ${activity.events.toLocaleString('en-US')} events in ${activity.per === 'hour' ? 'an hour' : '24 hours'}`;
    default:
      return 'Changed';
  }
}

function resolvedHow(resolution: Resolution): string {
  switch (resolution.how) {
    case 'now':
      return '';
    case 'next-release':
      return ' in the next release';
    case 'release':
      return ` in release ${resolution.release}`;
    case 'commit':
      return ` in commit ${resolution.commit.slice(0, 12)}`;
  }
}
