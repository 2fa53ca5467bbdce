import { limits, type OrganizationId } from '@seismo/protocol';
import type { z } from 'zod';
import { ruleDefaults } from '#domain/alerts/default-rules.ts';
import { isFor } from '#domain/ownership/assignee.ts';
import { permissions, rolesWith } from '#domain/permissions/permissions.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import { alertRuleNamed } from '#query/alerts/alerts.ts';
import { requireRuleSearch } from '#query/alerts/require-search.ts';
import { requireCondition, ruleSchema, type RuleConditions } from '#query/alerts/rule-schema.ts';
import { assigneesIn } from '#query/issues/assignee.ts';
import { projectNamed } from '#query/projects/projects.ts';
import { Refusal } from '#platform/refusal.ts';
import type { AlertRule, Project, StateTx } from '#store/state/contract.ts';
import { audit } from '../audit.ts';
import type { CommandDeps } from '../deps.ts';
import { readInput } from '#platform/read-input.ts';

/** What is left out has the default of a new rule, or stays. */
export type AlertRuleInput = Pick<z.infer<typeof ruleSchema>, 'name' | 'trigger'> & Partial<z.infer<typeof ruleSchema>>;

/** Returns its ID. */
export async function createAlertRule(
  deps: CommandDeps,
  viewer: Viewer,
  projectSlug: string,
  input: AlertRuleInput,
): Promise<number> {
  const project = await projectNamed(deps, viewer, permissions.createAlertRule, projectSlug);
  const { id: projectId, organizationId, slug } = project;
  const { trigger, ...read } = readInput(ruleSchema, { query: '', ...ruleDefaults, ...input });
  await requireConditions(deps, viewer, project, { ...read, trigger });
  const rule = { ...read, projectId, triggerKind: trigger, createdAtMs: deps.clock.now() };
  return deps.state.write(async (tx) => {
    const rules = await tx.listAlertRules([projectId]);
    if (rules.length >= limits.ALERT_RULE_COUNT_MAX) {
      throw new Refusal('invalid', `A project can have at most ${limits.ALERT_RULE_COUNT_MAX} alert rules.`);
    }
    await requireChannels(tx, organizationId, channelsOf(rule));
    await requireReaders(tx, organizationId, rule.escalation);
    await requireOwner(tx, organizationId, rule.owner);
    const [id] = await tx.addAlertRules([rule]);
    await audit(deps, tx, viewer, organizationId, 'alert-rule-create', `${slug}: ${rule.name}`);
    return id!;
  });
}

/** Changes what is given. */
export async function setAlertRule(
  deps: CommandDeps,
  viewer: Viewer,
  id: number,
  change: Partial<AlertRuleInput>,
): Promise<void> {
  const { rule, project } = await alertRuleNamed(deps, viewer, permissions.setAlertRule, id);
  const { organizationId, slug } = project;
  const { trigger, ...read } = readInput(ruleSchema.partial(), change);
  const conditions = {
    trigger: trigger ?? rule.triggerKind,
    condition: read.condition === undefined ? rule.condition : read.condition,
    query: read.query ?? rule.query,
    environments: read.environments ?? rule.environments,
  };
  const isChanged = trigger !== undefined || read.condition !== undefined || read.query !== undefined;
  if (isChanged) await requireConditions(deps, viewer, project, conditions);
  await deps.state.write(async (tx) => {
    const channels = await tx.listChannels([organizationId]);
    await requireChannels(tx, organizationId, channelsOf(read));
    await requireReaders(tx, organizationId, read.escalation ?? null);
    await requireOwner(tx, organizationId, read.owner ?? null);
    await tx.changeAlertRule(id, { ...read, triggerKind: trigger });
    if (isAnotherMetric(rule, conditions)) await tx.setEvaluated(id, null);
    const [changed] = await tx.alertRulesByIds([id]);
    const nameOf = (channelId: number) => channels.find((channel) => channel.id === channelId)?.name ?? '';
    const detail = auditDetail(rule, changed!, nameOf);
    if (detail !== '') {
      await audit(deps, tx, viewer, organizationId, 'alert-rule-change', `${slug}: ${changed!.name}`, detail);
    }
  });
}

export async function deleteAlertRule(deps: CommandDeps, viewer: Viewer, id: number): Promise<void> {
  const { rule, project } = await alertRuleNamed(deps, viewer, permissions.deleteAlertRule, id);
  await deps.state.write(async (tx) => {
    await tx.deleteAlertRule(id, deps.clock.now());
    await audit(deps, tx, viewer, project.organizationId, 'alert-rule-delete', `${project.slug}: ${rule.name}`);
  });
}

async function requireConditions(
  deps: CommandDeps,
  viewer: Viewer,
  project: Project,
  conditions: Pick<RuleConditions, 'trigger' | 'condition' | 'query' | 'environments'>,
): Promise<void> {
  requireCondition(conditions);
  await requireRuleSearch(deps, viewer, project, conditions);
}

/** What was measured so far says nothing about it. */
function isAnotherMetric(before: AlertRule, after: Pick<AlertRule, 'query' | 'environments' | 'condition'>): boolean {
  const parts = ({ query, environments, condition }: typeof after) => JSON.stringify([condition, query, environments]);
  return parts(before) !== parts(after);
}

const channelsOf = ({
  channelIds,
  escalation,
}: {
  channelIds?: number[] | undefined;
  escalation?: AlertRule['escalation'] | undefined;
}): number[] => [...(channelIds ?? []), ...(escalation?.channelIds ?? [])];

/** The users whom an alert is reported to must be able to open it. */
async function requireReaders(
  tx: StateTx,
  organizationId: OrganizationId,
  escalation: AlertRule['escalation'],
): Promise<void> {
  if (escalation === null) return;
  const roles = rolesWith('alerts');
  const members = (await tx.listMembers([organizationId])).filter(({ role }) => roles.includes(role));
  if (!escalation.userIds.every((id) => members.some((member) => member.id === id))) {
    const message = 'One of these users is not a member who can read alerts. Reload the page.';
    throw new Refusal('conflict', message);
  }
}

async function requireOwner(tx: StateTx, organizationId: OrganizationId, owner: AlertRule['owner']): Promise<void> {
  if (owner === null || (await assigneesIn(tx, [organizationId])).some((view) => isFor(view, owner))) return;
  const message = 'Select a member or a team of the organization.';
  throw new Refusal('invalid', message, { owner: message });
}

async function requireChannels(tx: StateTx, organizationId: OrganizationId, channelIds: number[]): Promise<void> {
  const known = new Set((await tx.listChannels([organizationId])).map(({ id }) => id));
  if (!channelIds.every((id) => known.has(id))) {
    throw new Refusal('conflict', 'One of these channels was deleted. Reload the page.');
  }
}

/** What changed, in a few words; `''` if nothing did. */
function auditDetail(before: AlertRule, after: AlertRule, nameOf: (channelId: number) => string): string {
  const targets = (rule: AlertRule) => [...(rule.toTeam ? ['team'] : []), ...rule.channelIds.map(nameOf)].join(', ');
  const conditions = ({ triggerKind, query, environments, condition, repeatMs, schedule }: AlertRule) =>
    JSON.stringify([triggerKind, query, environments, condition, repeatMs, schedule]);
  const changes = [
    before.enabled === after.enabled ? '' : after.enabled ? 'on' : 'off',
    before.name === after.name ? '' : `renamed from ${before.name}`,
    conditions(before) === conditions(after) ? '' : 'conditions',
    JSON.stringify(before.escalation) === JSON.stringify(after.escalation) ? '' : 'escalation',
    before.reportsResolved === after.reportsResolved ? '' : 'resolved issues',
    targets(before) === targets(after) ? '' : `sends to ${targets(after) || 'no channel'}`,
    JSON.stringify(before.owner) === JSON.stringify(after.owner) ? '' : 'owner',
    before.snoozedUntilMs === after.snoozedUntilMs ? '' : snoozed(after),
  ];
  return changes.filter((change) => change !== '').join(', ');
}

const snoozed = ({ snoozedUntilMs }: AlertRule) =>
  snoozedUntilMs === null ? 'snooze ended' : `snoozed until ${new Date(snoozedUntilMs).toISOString()}`;
