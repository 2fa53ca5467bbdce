import { limits, type IssueId } from '@seismo/protocol';
import { readSpanAggregate } from '#domain/alerts/span-aggregate.ts';
import { spansPath } from '#domain/alerts/spans-path.ts';
import { sendsTo } from '#domain/alerts/targets.ts';
import { alertTriggers, conditionText, readingText, whenOf, type AlertTrigger } from '#domain/alerts/triggers.ts';
import { isLastBeforeQuiet } from '#domain/alerts/timing.ts';
import { changeTexts, reasonTexts, type ListedIssues } from '#domain/releases/measured-health.ts';
import { rolesWith } from '#domain/permissions/permissions.ts';
import type { QueryDeps } from '#query/deps.ts';
import { issueIdsIn } from '#query/releases/release-summaries.ts';
import type { Alert, AlertRule, Browser, Channel, Delivery, Issue, Notice, State } from '#store/state/contract.ts';
import { readActivity } from './read-activity.ts';
import { readWeek } from './read-week.ts';
import type {
  Acknowledgeable,
  AlertedIssue,
  AlertedMetric,
  AlertedRelease,
  AlertMessage,
  PersonalMessage,
  ReleaseIssues,
} from './message.ts';

type Deps = Pick<QueryDeps, 'state' | 'telemetry' | 'config' | 'clock'>;

/** Reads what a delivery says from the issues as they are now, if its recipient may still see them. `to`: an address, a browser, or a channel. */
export async function readMessage(deps: Deps, delivery: Delivery): Promise<Addressed | null> {
  const { config } = deps;
  const to = await addressOf(deps, delivery);
  if (to === null) return null;
  const { id, queuedAtMs, about } = delivery;
  const alertsUrl = `${config.publicUrl}/alerts`;
  const notice = about === 'test' ? testOf(to) : delivery.notice;
  if (notice) {
    const { title, text, why, link } = notice;
    const url = `${config.publicUrl}${link.path}`;
    return { message: { about: 'notice', id, queuedAtMs, alertsUrl, title, text, why, link: { ...link, url } }, to };
  }
  if (about === 'activity' || about === 'week') {
    const message = await personalMessage(deps, delivery, { id, queuedAtMs, alertsUrl });
    return message && !isChannel(to) ? { message, to } : null;
  }
  const alertIds = await deps.state.alertIdsOf(id);
  const hidden = Math.max(0, alertIds.length - limits.DELIVERY_ISSUE_COUNT_MAX);
  if (about === 'metrics') {
    const metrics = await alertedMetrics(deps, delivery, alertIds);
    if (metrics.length === 0) return null;
    const metricCount = metrics.length + hidden;
    return { message: { about: 'metrics', id, queuedAtMs, alertsUrl, metrics, metricCount }, to };
  }
  if (about === 'releases') {
    const releases = await alertedReleases(deps, delivery, alertIds, to);
    if (releases.length === 0) return null;
    const releaseCount = releases.length + hidden;
    return { message: { about: 'releases', id, queuedAtMs, alertsUrl, releases, releaseCount }, to };
  }
  const issues = await alertedIssues(deps, delivery, alertIds, to);
  if (issues.length === 0) return null;
  const issueCount = issues.length + hidden;
  return { message: { about: 'issues', id, queuedAtMs, alertsUrl, issues, issueCount }, to };
}

/** To an email address, to a browser of a user, or to a channel. */
export type Addressed =
  | { message: AlertMessage; to: string | Browser | Channel }
  | { message: PersonalMessage; to: string | Browser };

export const isChannel = (to: Addressed['to']): to is Channel => typeof to !== 'string' && 'kind' in to;

async function personalMessage(
  deps: Deps,
  delivery: Delivery,
  base: Pick<PersonalMessage, 'id' | 'queuedAtMs' | 'alertsUrl'>,
): Promise<PersonalMessage | null> {
  if (delivery.about === 'week') {
    const week = await readWeek(deps, delivery);
    return week && { about: 'week', ...base, ...week };
  }
  const activity = await readActivity(deps, delivery);
  return activity && { about: 'activity', ...base, ...activity };
}

/** `null` if the recipient is gone, or may not see alerts any more. */
async function addressOf(
  { state, clock }: Deps,
  { userId, channelId, browserId, organizationId }: Delivery,
): Promise<Addressed['to'] | null> {
  if (channelId !== null) {
    const [channel] = await state.channelsByIds([channelId]);
    return channel && channel.deletedAtMs === null ? channel : null;
  }
  const user = await state.userById(userId!);
  const memberships = await state.membershipsOf(userId!);
  const membership = memberships.find((one) => one.organizationId === organizationId);
  if (!user || !membership || !rolesWith('alerts').includes(membership.role)) return null;
  if (browserId === null) return user.email;
  const browser = await state.browserById(browserId, clock.now());
  const isReached = browser?.organizationId === null || browser?.organizationId === organizationId;
  return browser?.userId === userId && isReached ? browser : null;
}

const testOf = (to: Addressed['to']): Notice => ({
  title: 'Test message from Seismo',
  text: [
    `Alerts can reach this ${typeof to === 'string' ? 'address' : isChannel(to) ? 'channel' : 'browser'}.`,
    'This is a test. You do not need to do anything.',
  ],
  link: { name: 'View alerts', path: '/alerts' },
  why: 'You receive this because a user of Seismo sent a test to this address.',
});

/** The issues of the newest alerts, each once. */
async function alertedIssues(
  deps: Deps,
  delivery: Delivery,
  alertIds: number[],
  to: Addressed['to'],
): Promise<AlertedIssue[]> {
  const { state, config } = deps;
  const alerts = await alertsOf(deps, delivery, alertIds);
  const acknowledgeable = await acknowledgeableOf(deps, delivery, alerts);
  const byIssue = Map.groupBy(alerts, ({ issueId }) => issueId!);
  const issues = await state.issuesByIds([...byIssue.keys()]);
  const projectIds = [...new Set(issues.map(({ projectId }) => projectId))];
  const ruleIds = alerts.flatMap(({ matches }) => matches.map(({ ruleId }) => ruleId));
  const rules = new Map((await state.alertRulesByIds([...new Set(ruleIds)])).map((rule) => [rule.id, rule]));
  const names = await Promise.all(
    projectIds.map(async (id) => [id, (await state.projectById(id))?.slug ?? ''] as const),
  );
  const slugs = new Map(names);
  const order = [...byIssue.keys()];
  const known = issues.toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id));
  const found = await Promise.all(
    known.map(async (issue): Promise<AlertedIssue | null> => {
      const matches = byIssue.get(issue.id)!.flatMap(({ matches }) => matches.filter((one) => one.suppressed === null));
      const sending = matches
        .map(({ ruleId }) => rules.get(ruleId)!)
        // Rules that fired with them may send to others.
        .filter((rule) => reports(rule, delivery, to));
      const fired = sending.filter((rule) => !isMuted(rule, delivery));
      if (sending.length > 0 && fired.length === 0) return null;
      return {
        id: issue.id,
        ...titleOf(issue),
        culprit: issue.culprit,
        level: issue.level,
        project: slugs.get(issue.projectId)!,
        url: `${config.publicUrl}/issues/${issue.shortId}`,
        ...acknowledgeable(byIssue.get(issue.id)![0]!),
        isResolved: byIssue.get(issue.id)![0]!.isResolved,
        reasons: reasonsOf(fired),
        eventCount: issue.eventCount,
        userCount: issue.userCount,
        firstSeenAtMs: issue.firstSeenAtMs,
        lastSeenAtMs: issue.lastSeenAtMs,
        release: issue.lastRelease,
        isFlapping: await isFlapping(state, byIssue.get(issue.id)!, issue, fired),
      };
    }),
  );
  return found.filter((issue) => issue !== null);
}

/** The metrics of the newest alerts. */
async function alertedMetrics(deps: Deps, delivery: Delivery, alertIds: number[]): Promise<AlertedMetric[]> {
  const { state, config } = deps;
  const alerts = await alertsOf(deps, delivery, alertIds);
  const acknowledgeable = await acknowledgeableOf(deps, delivery, alerts);
  const ruleIds = alerts.flatMap(({ matches }) => matches.map(({ ruleId }) => ruleId));
  const rules = new Map((await state.alertRulesByIds([...new Set(ruleIds)])).map((rule) => [rule.id, rule]));
  const sending = alerts.filter(({ matches }) => !isMuted(rules.get(matches[0]!.ruleId)!, delivery));
  return Promise.all(
    sending.map(async (alert): Promise<AlertedMetric> => {
      const { id, projectId, matches, measured } = alert;
      const { condition, level, isReminder, openSinceMs, untilMs } = measured!;
      const rule = rules.get(matches[0]!.ruleId)!;
      const project = (await state.projectById(projectId))?.slug ?? '';
      const path = spansPath(condition, rule, project, untilMs);
      return {
        ruleId: rule.id,
        ruleName: rule.name,
        project,
        url: `${config.publicUrl}/alerts/${id}`,
        spansUrl: path && `${config.publicUrl}${path}`,
        ...acknowledgeable(alert),
        level,
        isReminder,
        condition: conditionText(condition, level),
        reading: readingText(condition, measured!),
        isOwnWords: condition.aggregate === undefined || readSpanAggregate(condition.aggregate)?.field === '',
        query: rule.query,
        environments: rule.environments,
        openSinceMs,
        untilMs,
      };
    }),
  );
}

/** The releases of the newest alerts. */
async function alertedReleases(
  deps: Deps,
  delivery: Delivery,
  alertIds: number[],
  to: Addressed['to'],
): Promise<AlertedRelease[]> {
  const { state, config } = deps;
  const alerts = await alertsOf(deps, delivery, alertIds);
  const acknowledgeable = await acknowledgeableOf(deps, delivery, alerts);
  const summaries = await state.releaseSummariesByIds(alerts.flatMap(({ releaseSummaryId }) => releaseSummaryId ?? []));
  const issues = new Map((await state.issuesByIds(issueIdsIn(summaries))).map((issue) => [issue.id, issue]));
  const ruleIds = alerts.flatMap(({ matches }) => matches.map(({ ruleId }) => ruleId));
  const rules = new Map((await state.alertRulesByIds([...new Set(ruleIds)])).map((rule) => [rule.id, rule]));
  const listed = ({ count, issues: most }: ListedIssues): ReleaseIssues => ({
    count,
    issues: most.flatMap(({ id, events, users }) => {
      const issue = issues.get(id as IssueId);
      return issue ? [{ ...titleOf(issue), url: `${config.publicUrl}/issues/${issue.shortId}`, events, users }] : [];
    }),
  });
  const found = await Promise.all(
    alerts.map(async (alert): Promise<AlertedRelease | null> => {
      const { id: summaryId, ...summary } = summaries.find(({ id }) => id === alert.releaseSummaryId)!;
      const health = summary.health!;
      const sending = alert.matches
        .filter(({ suppressed }) => suppressed === null)
        .map(({ ruleId }) => rules.get(ruleId)!)
        .filter((rule) => reports(rule, delivery, to));
      const fired = sending.filter((rule) => !isMuted(rule, delivery));
      if (sending.length > 0 && fired.length === 0) return null;
      return {
        summaryId,
        project: (await state.projectById(alert.projectId))?.slug ?? '',
        version: summary.version,
        environment: summary.environment,
        alertUrl: `${config.publicUrl}/alerts/${alert.id}`,
        url: `${config.publicUrl}/releases/${encodeURIComponent(summary.version)}`,
        ...acknowledgeable(alert),
        rating: health.rating,
        reasons: reasonTexts(health),
        ruleNames: [...new Set(fired.map(({ name }) => name))],
        startedAtMs: summary.startedAtMs,
        untilMs: summary.startedAtMs + health.windowMs,
        changes: changeTexts(health),
        newIssues: listed(health.newIssues),
        regressedIssues: listed(health.regressedIssues),
        goneIssues: listed(health.goneIssues),
      };
    }),
  );
  return found.filter((release) => release !== null);
}

const titleOf = ({ shortId, type, value }: Issue): Pick<AlertedIssue, 'shortId' | 'title' | 'detail'> => ({
  shortId,
  title: type === '' ? value : type,
  detail: type === '' ? '' : value,
});

/** The newest of these, newest first. Nothing escalates that was acknowledged meanwhile. */
async function alertsOf({ state }: Deps, { isEscalation }: Delivery, alertIds: number[]): Promise<Alert[]> {
  const alerts = await state.alertsByIds(alertIds.slice(0, limits.DELIVERY_ISSUE_COUNT_MAX));
  return alerts.filter(({ acknowledgedAtMs }) => !isEscalation || acknowledgedAtMs === null);
}

async function acknowledgeableOf(
  { state, config }: Deps,
  { isEscalation }: Delivery,
  alerts: Alert[],
): Promise<(alert: Alert) => Acknowledgeable> {
  const escalations = await state.escalationsOf(alerts.map(({ id }) => id));
  return ({ id }) => {
    const dueAtMs = escalations.filter(({ alertId }) => alertId === id).map((escalation) => escalation.dueAtMs);
    return {
      alertId: id,
      acknowledgeUrl: isEscalation || dueAtMs.length > 0 ? `${config.publicUrl}/alerts/${id}` : null,
      escalatesAtMs: dueAtMs.length > 0 ? Math.min(...dueAtMs) : null,
      isEscalation,
    };
  };
}

/** Whether a rule sends this to the recipient. */
function reports(rule: AlertRule, { isEscalation, userId }: Delivery, to: Addressed['to']): boolean {
  if (!isChannel(to)) return isEscalation ? rule.escalation?.userIds.includes(userId!) === true : rule.toTeam;
  return isEscalation ? rule.escalation?.channelIds.includes(to.id) === true : sendsTo(rule, to);
}

/** Whether the recipient muted the rule, perhaps after the message was queued. */
const isMuted = ({ mutedBy }: AlertRule, { userId }: Delivery): boolean => userId !== null && mutedBy.includes(userId);

/** In the order of the triggers. */
function reasonsOf(rules: AlertRule[]): AlertedIssue['reasons'] {
  return Object.keys(alertTriggers).flatMap((name) => {
    const trigger = name as AlertTrigger;
    const byCondition = Map.groupBy(
      rules.filter(({ triggerKind }) => triggerKind === trigger),
      (rule) => (rule.condition === null ? '' : whenOf(rule)),
    );
    return [...byCondition].map(([condition, alike]) => {
      return { trigger, condition, ruleNames: [...new Set(alike.map((rule) => rule.name))] };
    });
  });
}

/** Whether one of these rules sends no more messages about the issue for a day. */
async function isFlapping(
  state: Pick<State, 'recentMatches'>,
  alerts: Alert[],
  issue: Issue,
  rules: AlertRule[],
): Promise<boolean> {
  const decidedAtMs = Math.max(...alerts.map((alert) => alert.decidedAtMs));
  const ids = rules.map(({ id }) => id);
  const sent = await state.recentMatches(ids, [issue.id], decidedAtMs - limits.ALERT_FLAP_WINDOW_MS);
  return ids.some((ruleId) => {
    const before = sent.filter(
      (match) => match.ruleId === ruleId && match.suppressed === null && match.decidedAtMs < decidedAtMs,
    );
    return isLastBeforeQuiet(
      before.map((match) => match.decidedAtMs),
      decidedAtMs,
    );
  });
}
