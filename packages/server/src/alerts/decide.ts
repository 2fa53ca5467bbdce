import { limits, type IssueId, type OrganizationId, type ProjectId, type UserId } from '@seismo/protocol';
import type { AlertTrigger } from '#domain/alerts/triggers.ts';
import { nextDueAtMs, whyNotAgain } from '#domain/alerts/timing.ts';
import { rolesWith } from '#domain/permissions/permissions.ts';
import type { QueryDeps } from '#query/deps.ts';
import { matchesOf } from '#query/issues/list-issues.ts';
import type { Alert, AlertRule, Issue, OutboxRow, Project, StateTx, Suppression } from '#store/state/contract.ts';

export interface DecideDeps extends QueryDeps {
  /** Why no connection may be opened at present. */
  paused(): Promise<string | null>;
}

/** What happened to one issue in the rows that were read together. */
interface Happened {
  issueId: IssueId;
  triggers: Set<AlertTrigger>;
  atMs: number;
}

/**
 * What the rules make of the rows of the outbox: alerts, and the messages about them. All rules that fire for an issue
 * at once make one alert and one message.
 */
export async function decide(deps: DecideDeps, rows: OutboxRow[]): Promise<((tx: StateTx) => Promise<void>) | null> {
  const happened = happenedIn(rows);
  if (happened.length === 0) return null;
  const issues = new Map(
    (await deps.state.issuesByIds(happened.map(({ issueId }) => issueId))).map((one) => [one.id, one]),
  );
  const rules = await deps.state.listAlertRules([...new Set([...issues.values()].map(({ projectId }) => projectId))]);
  const fired = await firedRules(deps, rules, happened, issues);
  if (fired.size === 0) return null;
  const paused = await deps.paused();
  const generally = paused !== null ? 'paused' : deps.config.mail === null ? 'no-email' : null;
  return (tx) => write(tx, { nowMs: deps.clock.now(), generally, happened, issues, fired });
}

function happenedIn(rows: OutboxRow[]): Happened[] {
  const byIssue = new Map<IssueId, Happened>();
  for (const row of rows) {
    const triggers = triggersOf(row);
    if (row.issueId === null || triggers.length === 0) continue;
    const known = byIssue.get(row.issueId);
    if (known) for (const trigger of triggers) known.triggers.add(trigger);
    else byIssue.set(row.issueId, { issueId: row.issueId, triggers: new Set(triggers), atMs: row.atMs });
  }
  return [...byIssue.values()];
}

function triggersOf({ kind }: OutboxRow): AlertTrigger[] {
  switch (kind) {
    case 'issue-created':
      return ['new-issue', 'first-issue'];
    case 'issue-regressed':
      return ['regression'];
    case 'issue-escalating':
      return ['escalation'];
    default:
      return [];
  }
}

/** The rules that fire, by issue. */
async function firedRules(
  deps: DecideDeps,
  rules: AlertRule[],
  happened: Happened[],
  issues: ReadonlyMap<IssueId, Issue>,
): Promise<Map<IssueId, AlertRule[]>> {
  const fired = new Map<IssueId, AlertRule[]>();
  for (const rule of rules) {
    if (!rule.enabled) continue;
    const project = rule.triggerKind === 'first-issue' ? await deps.state.projectById(rule.projectId) : null;
    const candidates = happened.flatMap(({ issueId, triggers }) => {
      const issue = issues.get(issueId);
      if (!issue || issue.projectId !== rule.projectId || !triggers.has(rule.triggerKind)) return [];
      // Test events from the dashboard do not count as the first.
      return project && project.firstEventAtMs !== issue.firstSeenAtMs ? [] : [issue];
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

/** A filter that is not valid any more must not keep a rule silent: all issues match. */
async function matchingIds(deps: DecideDeps, { query }: AlertRule, issues: Issue[]): Promise<IssueId[]> {
  const ids = issues.map(({ id }) => id);
  const { projectId, organizationId } = issues[0]!;
  if (query === '') return ids;
  // The rule belongs to the organization, not to one of its users.
  const viewer = {
    userId: null,
    memberships: [{ organizationId, role: 'owner' as const }],
    scopes: null,
    boundTo: null,
  };
  const filter = { projects: [String(projectId)], environments: [], range: '14d' as const, query };
  const found = await matchesOf(deps, viewer, filter, { and: { ids }, count: ids.length });
  return found === null ? ids : found.issues.map(({ id }) => id);
}

interface Decision {
  nowMs: number;
  /** Why no alert leads to a message. */
  generally: Suppression | null;
  happened: Happened[];
  issues: ReadonlyMap<IssueId, Issue>;
  fired: ReadonlyMap<IssueId, AlertRule[]>;
}

async function write(tx: StateTx, { nowMs, generally, happened, issues, fired }: Decision): Promise<void> {
  const ruleIds = [...new Set([...fired.values()].flat().map(({ id }) => id))];
  const sentBefore = await tx.sentMatches(ruleIds, [...fired.keys()], nowMs - limits.ALERT_FLAP_WINDOW_MS);
  const recipients = await recipientsOf(tx, [...new Set([...fired.keys()].map((id) => issues.get(id)!.projectId))]);
  const alerts = happened.flatMap(({ issueId, atMs }): Omit<Alert, 'id'>[] => {
    const rules = fired.get(issueId);
    if (!rules) return [];
    const { projectId, lastSeenAtMs } = issues.get(issueId)!;
    const isOld = lastSeenAtMs < nowMs - limits.ALERT_EVENT_AGE_MS_MAX;
    const noOne = recipients.get(projectId)!.userIds.length === 0;
    const always = isOld ? 'old' : (generally ?? (noOne ? 'no-recipient' : null));
    const matches = rules.map((rule) => {
      const sent = sentBefore.filter((match) => match.ruleId === rule.id && match.issueId === issueId);
      const times = sent.map(({ decidedAtMs }) => decidedAtMs);
      return { ruleId: rule.id, suppressed: always ?? whyNotAgain(times, nowMs) };
    });
    return [{ projectId, issueId, happenedAtMs: atMs, decidedAtMs: nowMs, matches }];
  });
  const ids = await tx.addAlerts(alerts);
  const byRecipient = new Map<string, { userId: UserId; organizationId: OrganizationId; alertIds: number[] }>();
  alerts.forEach(({ projectId, matches }, index) => {
    if (matches.every(({ suppressed }) => suppressed !== null)) return;
    const { organizationId, userIds } = recipients.get(projectId)!;
    for (const userId of userIds) {
      const key = `${userId}:${organizationId}`;
      const known = byRecipient.get(key);
      if (known) known.alertIds.push(ids[index]!);
      else byRecipient.set(key, { userId, organizationId, alertIds: [ids[index]!] });
    }
  });
  for (const { userId, organizationId, alertIds } of byRecipient.values()) {
    await queue(tx, userId, organizationId, alertIds, nowMs);
  }
}

/** Adds alerts to the message that waits for this recipient, or queues a new one. */
async function queue(
  tx: StateTx,
  userId: UserId,
  organizationId: OrganizationId,
  alertIds: number[],
  nowMs: number,
): Promise<void> {
  const recent = await tx.recentDeliveries(userId, nowMs - limits.DELIVERY_WINDOW_MS);
  const attempts = await tx.attemptsOf(recent.map(({ id }) => id));
  const triedAtMs = new Map(attempts.map(({ deliveryId, startedAtMs }) => [deliveryId, startedAtMs]));
  const waiting = recent.find(
    (one) => one.status === 'queued' && !one.isTest && one.organizationId === organizationId && !triedAtMs.has(one.id),
  );
  if (waiting) return tx.addToDelivery(waiting.id, alertIds);
  // A message that waits for its next attempt, perhaps for hours, must not delay others.
  const times = recent.filter(({ isTest }) => !isTest).map(({ id, dueAtMs }) => triedAtMs.get(id) ?? dueAtMs);
  const dueAtMs = nextDueAtMs(
    times.toSorted((one, other) => one - other),
    nowMs,
  );
  const delivery = { organizationId, userId, isTest: false, queuedAtMs: nowMs, dueAtMs };
  await tx.addToDelivery(await tx.addDelivery(delivery), alertIds);
}

/** The members of each project's teams, or the organization's owners while it has none. */
async function recipientsOf(
  tx: StateTx,
  projectIds: ProjectId[],
): Promise<Map<ProjectId, { organizationId: OrganizationId; userIds: UserId[] }>> {
  const found = await Promise.all(projectIds.map((id) => tx.projectById(id)));
  const projects = found.filter((project): project is Project => project !== null);
  const organizationIds = [...new Set(projects.map(({ organizationId }) => organizationId))];
  const [members, teams] = [await tx.listMembers(organizationIds), await tx.listTeams(organizationIds)];
  const readers = rolesWith('alerts');
  return new Map(
    projects.map(({ id, organizationId }) => {
      const inTeams = new Set(teams.filter((team) => team.projectIds.includes(id)).flatMap((team) => team.memberIds));
      const ofOrganization = members.filter((member) => member.organizationId === organizationId);
      const team = ofOrganization.filter((member) => inTeams.has(member.id) && readers.includes(member.role));
      const recipients = team.length > 0 ? team : ofOrganization.filter(({ role }) => role === 'owner');
      return [id, { organizationId, userIds: recipients.map((member) => member.id) }];
    }),
  );
}
