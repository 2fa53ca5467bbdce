import type { IssueId, ProjectId } from '@seismo/protocol';
import type { AlertTrigger } from '#domain/alerts/triggers.ts';
import { resolvedFirings } from './resolved.ts';
import { isElsewhere, matchingIds } from '#query/alerts/matching.ts';
import type { AlertRule, Issue, OutboxRow, StateTx } from '#store/state/contract.ts';
import { circumstances, firingOf, queueAlerts, type Alerted, type Firing, type QueueDeps } from './queue-alerts.ts';

/** What happened to one issue in the rows that were read together. */
interface Happened {
  issueId: IssueId;
  projectIds: ProjectId[];
  triggers: Set<AlertTrigger>;
  /** In which it was seen for the first time. */
  environments: Set<string>;
  isResolved: boolean;
  atMs: number;
}

/**
 * What the rules make of the rows of the outbox: alerts, and the messages about them. All rules that fire for an issue
 * at once make one alert and one message. The effect returns the users who get one.
 */
export async function fireRules(
  deps: QueueDeps,
  rows: OutboxRow[],
): Promise<((tx: StateTx) => Promise<Alerted>) | null> {
  const happened = happenedIn(rows);
  if (happened.length === 0) return null;
  const rules = (
    await deps.state.listAlertRules([...new Set(happened.flatMap(({ projectIds }) => projectIds))])
  ).filter(({ enabled }) => enabled);
  const waited = happened.filter(
    ({ projectIds, triggers, isResolved }) =>
      isResolved || rules.some((rule) => triggers.has(rule.triggerKind) && projectIds.includes(rule.projectId)),
  );
  if (waited.length === 0) return null;
  const found = await deps.state.issuesByIds(waited.map(({ issueId }) => issueId));
  const issues = new Map(found.map((issue) => [issue.id, issue]));
  const fired = await firedRules(deps, rules, waited, issues);
  const firings = waited.flatMap(({ issueId, atMs }): Firing[] => {
    const rulesOfIssue = fired.get(issueId);
    const issue = issues.get(issueId);
    return rulesOfIssue && issue ? [firingOf(issue, rulesOfIssue, atMs)] : [];
  });
  // An issue that is not resolved any more has changed again.
  const resolved = waited.flatMap(({ issueId, isResolved, atMs }) => {
    const issue = issues.get(issueId);
    return isResolved && issue?.status === 'resolved' ? [{ issue, atMs }] : [];
  });
  if (firings.length + resolved.length === 0) return null;
  const now = await circumstances(deps);
  return async (tx) => {
    const alerted = await queueAlerts(tx, now, firings);
    const after = await resolvedFirings(tx, rules, resolved);
    return new Set([...alerted, ...(await queueAlerts(tx, now, after))]);
  };
}

function happenedIn(rows: OutboxRow[]): Happened[] {
  const byIssue = new Map<IssueId, Happened>();
  for (const row of rows) {
    const triggers = triggersOf(row);
    const isResolved = row.kind === 'issue-resolved';
    if (row.issueId === null || (triggers.length === 0 && !isResolved)) continue;
    const { issueId, projectIds, atMs } = row;
    const none = { triggers: new Set<AlertTrigger>(), environments: new Set<string>(), isResolved: false };
    const known = byIssue.get(issueId) ?? { issueId, projectIds, ...none, atMs };
    byIssue.set(issueId, known);
    known.isResolved ||= isResolved;
    for (const trigger of triggers) known.triggers.add(trigger);
    if (row.kind === 'issue-first-seen-in') for (const name of row.environments) known.environments.add(name);
  }
  return [...byIssue.values()];
}

function triggersOf(row: OutboxRow): AlertTrigger[] {
  switch (row.kind) {
    case 'issue-created':
      return ['new-issue', 'first-issue'];
    case 'issue-regressed':
      return ['regression'];
    case 'issue-escalating':
      return ['escalation'];
    case 'issue-first-seen-in':
      return [
        ...(row.environments.length > 0 ? ['first-in-environment' as const] : []),
        ...(row.releases.length > 0 ? ['first-in-release' as const] : []),
      ];
    default:
      return [];
  }
}

/** The rules that fire, by issue. */
async function firedRules(
  deps: QueueDeps,
  rules: AlertRule[],
  happened: Happened[],
  issues: ReadonlyMap<IssueId, Issue>,
): Promise<Map<IssueId, AlertRule[]>> {
  const fired = new Map<IssueId, AlertRule[]>();
  for (const rule of rules) {
    const project = rule.triggerKind === 'first-issue' ? await deps.state.projectById(rule.projectId) : null;
    const candidates = happened.flatMap(({ issueId, triggers, environments }) => {
      const issue = issues.get(issueId);
      if (!issue || issue.projectId !== rule.projectId || !triggers.has(rule.triggerKind)) return [];
      // Test events from the dashboard do not count as the first.
      if (project && project.firstEventAtMs !== issue.firstSeenAtMs) return [];
      return isElsewhere(rule, [...environments]) ? [] : [issue];
    });
    if (candidates.length === 0) continue;
    for (const id of await matchingIds(deps, rule, candidates)) {
      const known = fired.get(id);
      if (known) known.push(rule);
      else fired.set(id, [rule]);
    }
  }
  return fired;
}
