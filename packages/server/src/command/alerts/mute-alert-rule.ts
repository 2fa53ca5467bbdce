import { permissions } from '#domain/permissions/permissions.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import { alertRuleNamed } from '#query/alerts/alerts.ts';
import { Refusal } from '#platform/refusal.ts';
import type { CommandDeps } from '../deps.ts';

/** Whether a rule sends no email to the viewer. Nothing changes for others, so the audit log has no entry. */
export async function muteAlertRule(
  { state }: CommandDeps,
  viewer: Viewer,
  id: number,
  isMuted: boolean,
): Promise<void> {
  await alertRuleNamed({ state }, viewer, permissions.muteAlertRule, id);
  const { userId } = viewer;
  if (userId === null)
    throw new Refusal('forbidden', 'Only a user can mute a rule. Sign in, or use a token of your account.');
  await state.write((tx) => tx.setMuted(id, userId, isMuted));
}
