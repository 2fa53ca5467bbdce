import { readEventId } from '@seismo/protocol';
import { readAttachment } from '#store/blobs/attachment-bytes.ts';
import { Refusal } from '#watch/refusal.ts';
import type { QueryDeps } from '../deps.ts';
import { projectNamed } from '../projects/projects.ts';
import type { Viewer } from '../viewer.ts';

export async function attachment(
  deps: QueryDeps,
  viewer: Viewer,
  eventId: string,
  projectSlug: string,
  index: number,
): Promise<{ filename: string; contentType: string; body: Uint8Array }> {
  const { id: projectId } = await projectNamed(deps, viewer, 'event:read', projectSlug);
  const read = readEventId(eventId);
  const rows = read ? await deps.telemetry.ask('attachments-of-event', { projectId, eventId: read }) : [];
  const row = Number.isSafeInteger(index) ? rows[index] : undefined;
  const body = row && (await readAttachment(deps.blobs, row));
  if (!row || !body) throw new Refusal('not-found', 'There is no such attachment, or you may not see it.');
  return { filename: row.filename, contentType: row.contentType, body };
}
