import { permissions } from '#domain/permissions/permissions.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import { alertNamed } from '#query/alerts/alerts.ts';
import { audit } from '../audit.ts';
import type { CommandDeps } from '../deps.ts';

/** Someone takes care: neither this alert nor others about the same issue or metric are reported to further recipients. */
export async function acknowledgeAlert(deps: CommandDeps, viewer: Viewer, id: number): Promise<void> {
  const { alert, project } = await alertNamed(deps, viewer, permissions.acknowledgeAlert, id);
  const { organizationId, slug } = project;
  await deps.state.write(async (tx) => {
    if (!(await tx.acknowledgeAlert(alert, viewer.userId, deps.clock.now()))) return;
    const [issue] = alert.issueId === null ? [] : await tx.issuesByIds([alert.issueId]);
    const [rule] = await tx.alertRulesByIds(alert.matches.map(({ ruleId }) => ruleId));
    await audit(deps, tx, viewer, organizationId, 'alert-acknowledge', `${slug}: ${issue?.shortId ?? rule!.name}`);
  });
}
