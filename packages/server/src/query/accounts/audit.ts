import { auditActions } from '#store/state/audit/contract.ts';
import { Refusal } from '#platform/refusal.ts';
import type { QueryDeps } from '../deps.ts';
import { organizationNamed } from './organizations.ts';
import type { AuditFilter, AuditPage } from './views.ts';
import { permissions } from '#domain/permissions/permissions.ts';
import { requirePermission, type Viewer } from '#domain/permissions/viewer.ts';

export { auditActions };

/** The audit log, newest first, for administrators of members. */
export async function auditLog(
  deps: QueryDeps,
  viewer: Viewer,
  organizationSlug: string,
  { userId, action, cursor, count }: AuditFilter,
): Promise<AuditPage> {
  const organization = await organizationNamed(deps, viewer, organizationSlug);
  requirePermission(viewer, permissions.auditLog, organization.id, 'organization');
  if (action !== null && !auditActions.includes(action)) {
    throw new Refusal('invalid', `Unknown audit log action. The actions are ${auditActions.join(', ')}.`);
  }
  const before = cursor === null ? null : Number(cursor);
  if (before !== null && !Number.isSafeInteger(before)) {
    throw new Refusal('invalid', 'Invalid cursor. Start again from the first page.');
  }
  const found = await deps.state.listAudit(organization.id, { userId, action, before, count: count + 1 });
  const entries = found.slice(0, count);
  const users = await deps.state.usersByIds([...new Set(entries.flatMap((entry) => entry.userId ?? []))]);
  const names = new Map(users.map(({ id, name, email }) => [id, name || email]));
  return {
    entries: entries.map(({ organizationId: _, ...entry }) => ({
      ...entry,
      user: entry.userId === null ? null : (names.get(entry.userId) ?? null),
    })),
    nextCursor: found.length > count ? String(entries.at(-1)!.id) : null,
  };
}
