import { limits, readEventId } from '@seismo/protocol';
import { z } from 'zod';
import { issueNamed } from '#query/issues/issue.ts';
import { hashSecret } from '#query/accounts/session.ts';
import { permissions } from '#domain/permissions/permissions.ts';
import { openedBy } from '#query/share/share-links.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import { Refusal } from '#platform/refusal.ts';
import { audit } from '../audit.ts';
import type { ServerCommandDeps } from '../deps.ts';
import { readInput } from '#platform/read-input.ts';
import { createSecret } from '../accounts/secret.ts';

const dayMs = 24 * 3600 * 1000;
const daysSchema = z.literal([1, 7, 30], 'Use 1, 7 or 30 days.');

/**
 * A public link to this event of the issue, with personal data removed. The secret is returned only here. The link
 * shows the one event that the user saw, so that it exposes no later data.
 */
export async function createShareLink(
  deps: ServerCommandDeps,
  viewer: Viewer,
  shortId: string,
  input: { eventId: string; days: number },
): Promise<{ id: number; link: string; expiresAtMs: number }> {
  const { id: issueId, ...issue } = await issueNamed(deps, viewer, permissions.createShareLink, shortId);
  const days = readInput(daysSchema, input.days);
  const eventId = readEventId(input.eventId);
  const [row] = eventId
    ? await deps.telemetry.query('eventById', { projectId: issue.projectId, eventId, atMs: null })
    : [];
  if (row?.issueId !== issueId) throw new Refusal('not-found', 'Event not found, or you do not have access to it.');
  const secret = createSecret(deps);
  const createdAtMs = deps.clock.now();
  const expiresAtMs = createdAtMs + days * dayMs;
  const id = await deps.state.write(async (tx) => {
    const [organization] = await tx.listOrganizations([issue.organizationId]);
    if (!organization?.sharesIssues) {
      throw new Refusal('conflict', 'This organization does not allow share links. An admin can turn them on.');
    }
    if ((await tx.listShares(issueId, createdAtMs)).length >= limits.SHARE_COUNT_MAX) {
      throw new Refusal(
        'invalid',
        `An issue can have at most ${limits.SHARE_COUNT_MAX} share links. Revoke one you no longer need.`,
      );
    }
    const { userId } = viewer;
    const hash = hashSecret(secret);
    const made = await tx.createShare({ issueId, eventId: row.eventId, hash, userId, createdAtMs, expiresAtMs });
    const detail = days === 1 ? 'for a day' : `for ${days} days`;
    await audit(deps, tx, viewer, issue.organizationId, 'share-create', issue.shortId, detail);
    return made;
  });
  return { id, link: new URL(`/shared/${secret}`, deps.config.publicUrl).href, expiresAtMs };
}

/** The link stops working immediately. */
export async function deleteShareLink(
  deps: ServerCommandDeps,
  viewer: Viewer,
  shortId: string,
  id: number,
): Promise<void> {
  const issue = await issueNamed(deps, viewer, permissions.deleteShareLink, shortId);
  await deps.state.write(async (tx) => {
    const open = await tx.listShares(issue.id, deps.clock.now());
    if (!open.some((share) => share.id === id)) {
      throw new Refusal('not-found', 'Link not found. It was revoked, or it has expired.');
    }
    await tx.deleteShare(id);
    await audit(deps, tx, viewer, issue.organizationId, 'share-delete', issue.shortId);
  });
}

/** Checks a link before its page is rendered, and records that it was opened. */
export async function openShareLink(deps: ServerCommandDeps, secret: string, address: string | null): Promise<boolean> {
  deps.openings.enter(address);
  const opened = await openedBy(deps, String(secret));
  if (!opened) return false;
  const { id, lastOpenedAtMs } = opened.share;
  const atMs = deps.clock.now();
  if (atMs - (lastOpenedAtMs ?? 0) >= limits.LAST_USED_PRECISION_MS)
    deps.touchLastUsed({ kind: 'share', shareId: id, atMs });
  return true;
}
