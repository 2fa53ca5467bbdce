import { limits } from '@seismo/protocol';
import { alertTriggers } from '#domain/alerts/triggers.ts';
import { isLastBeforeQuiet } from '#domain/alerts/timing.ts';
import { rolesWith } from '#domain/permissions/permissions.ts';
import type { QueryDeps } from '#query/deps.ts';
import type { Alert, AlertRule, Delivery, Issue, State } from '#store/state/contract.ts';
import type { AlertedIssue, AlertMessage } from './message.ts';

type Deps = Pick<QueryDeps, 'state' | 'config'>;

/** Reads what a delivery says from the issues as they are now, if its recipient may still see them. */
export async function readMessage(
  { state, config }: Deps,
  delivery: Delivery,
): Promise<{ message: AlertMessage; to: string } | null> {
  const user = await state.userById(delivery.userId);
  const membership = (await state.membershipsOf(delivery.userId)).find(
    ({ organizationId }) => organizationId === delivery.organizationId,
  );
  if (!user || !membership || !rolesWith('alerts').includes(membership.role)) return null;
  const alertIds = await state.alertIdsOf(delivery.id);
  const issues = await alertedIssues({ state, config }, alertIds);
  if (!delivery.isTest && issues.length === 0) return null;
  const message: AlertMessage = {
    id: delivery.id,
    queuedAtMs: delivery.queuedAtMs,
    isTest: delivery.isTest,
    issues,
    issueCount: issues.length + Math.max(0, alertIds.length - limits.DELIVERY_ISSUE_COUNT_MAX),
    alertsUrl: `${config.publicUrl}/alerts`,
  };
  return { message, to: user.email };
}

/** The issues of the newest alerts, each once. */
async function alertedIssues({ state, config }: Deps, alertIds: number[]): Promise<AlertedIssue[]> {
  const alerts = await state.alertsByIds(alertIds.slice(0, limits.DELIVERY_ISSUE_COUNT_MAX));
  const byIssue = Map.groupBy(alerts, ({ issueId }) => issueId);
  const issues = await state.issuesByIds([...byIssue.keys()]);
  const projectIds = [...new Set(issues.map(({ projectId }) => projectId))];
  const rules = new Map((await state.listAlertRules(projectIds)).map((rule) => [rule.id, rule]));
  const names = await Promise.all(
    projectIds.map(async (id) => [id, (await state.projectById(id))?.slug ?? ''] as const),
  );
  const slugs = new Map(names);
  const order = [...byIssue.keys()];
  const known = issues.toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id));
  return Promise.all(
    known.map(async (issue): Promise<AlertedIssue> => {
      const matches = byIssue.get(issue.id)!.flatMap(({ matches }) => matches.filter((one) => one.suppressed === null));
      const fired = matches.map(({ ruleId }) => rules.get(ruleId)!);
      return {
        id: issue.id,
        shortId: issue.shortId,
        title: issue.type === '' ? issue.value : issue.type,
        detail: issue.type === '' ? '' : issue.value,
        culprit: issue.culprit,
        level: issue.level,
        project: slugs.get(issue.projectId)!,
        url: `${config.publicUrl}/issues/${issue.shortId}`,
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
}

function reasonsOf(rules: AlertRule[]): AlertedIssue['reasons'] {
  return Object.keys(alertTriggers).flatMap((trigger) => {
    const ruleNames = [...new Set(rules.filter((rule) => rule.triggerKind === trigger).map(({ name }) => name))];
    return ruleNames.length > 0 ? [{ trigger: trigger as AlertRule['triggerKind'], ruleNames }] : [];
  });
}

/** Whether one of these rules sends no more messages about the issue for a day. */
async function isFlapping(
  state: Pick<State, 'sentMatches'>,
  alerts: Alert[],
  issue: Issue,
  rules: AlertRule[],
): Promise<boolean> {
  const decidedAtMs = Math.max(...alerts.map((alert) => alert.decidedAtMs));
  const ids = rules.map(({ id }) => id);
  const sent = await state.sentMatches(ids, [issue.id], decidedAtMs - limits.ALERT_FLAP_WINDOW_MS);
  return ids.some((ruleId) => {
    const before = sent.filter((match) => match.ruleId === ruleId && match.decidedAtMs < decidedAtMs);
    return isLastBeforeQuiet(
      before.map((match) => match.decidedAtMs),
      decidedAtMs,
    );
  });
}
