import { permissions } from '#domain/permissions/permissions.ts';
import { requirePermission, requireSignedIn, type Viewer } from '#domain/permissions/viewer.ts';
import { Refusal } from '#platform/refusal.ts';
import { audit } from '../audit.ts';
import type { CommandDeps } from '../deps.ts';

/** Enables or disables a rule. */
export async function setAlertRule(
  deps: CommandDeps,
  viewer: Viewer,
  id: number,
  { enabled }: { enabled: boolean },
): Promise<void> {
  requireSignedIn(viewer);
  const visible = await deps.state.listProjects(viewer.memberships.map(({ organizationId }) => organizationId));
  const rules = await deps.state.listAlertRules(visible.map((project) => project.id));
  const rule = rules.find((each) => each.id === id);
  if (!rule)
    throw new Refusal('not-found', 'No alert rule with this name or ID exists, or you do not have access to it.');
  const { organizationId, slug } = visible.find((project) => project.id === rule.projectId)!;
  requirePermission(viewer, permissions.setAlertRule, organizationId, 'alert rule');
  await deps.state.write(async (tx) => {
    await tx.setAlertRuleEnabled(id, enabled === true);
    await audit(deps, tx, viewer, organizationId, 'alert-rule-change', `${slug}: ${rule.name}`, enabled ? 'on' : 'off');
  });
}
