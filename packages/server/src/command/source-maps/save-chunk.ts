import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { limits, type OrganizationId } from '@seismo/protocol';
import { chunkKey } from '#assemble/chunked-file.ts';
import { permissions } from '#domain/permissions/permissions.ts';
import { can, requireSignedIn, onlyOrganization, type Viewer } from '#domain/permissions/viewer.ts';
import { Refusal } from '#platform/refusal.ts';
import type { ServerCommandDeps } from '../deps.ts';

const inflate = promisify(gunzip);

/** A piece of a bundle, by its SHA-1. */
export async function saveChunk(
  deps: ServerCommandDeps,
  viewer: Viewer,
  { checksum, body, gzipped }: { checksum: string; body: Uint8Array; gzipped: boolean },
): Promise<void> {
  deps.space.requireRoom();
  const organizationId = uploadsTo(viewer);
  if (!/^[0-9a-f]{40}$/.test(checksum))
    throw new Refusal('invalid', 'Name a chunk by its SHA-1: 40 hexadecimal digits.');
  const bytes = gzipped ? await inflated(body) : body;
  if (bytes.byteLength === 0 || bytes.byteLength > limits.CHUNK_BYTES_MAX) throw tooLong();
  if (createHash('sha1').update(bytes).digest('hex') !== checksum) {
    throw new Refusal(
      'invalid',
      `The chunk ${checksum} does not match its checksum. It was damaged during the upload.`,
    );
  }
  const { state, blobs, clock } = deps;
  const stored = await state.storedChunks(organizationId, [checksum]);
  if (
    stored.length === 0 &&
    (await state.chunkBytes(organizationId)) + bytes.byteLength > limits.CHUNKS_WAITING_BYTES_MAX
  ) {
    throw new Refusal('too-many', 'Too many chunks without a bundle were uploaded in the last hour. Try again later.');
  }
  await blobs.put(chunkKey(organizationId, checksum), bytes);
  const chunk = { organizationId, checksum, bytes: bytes.byteLength, addedAtMs: clock.now() };
  await state.write((tx) => tx.addChunk(chunk));
}

/** The organization that the viewer's uploads are for. */
export function uploadsTo(viewer: Viewer): OrganizationId {
  requireSignedIn(viewer);
  const organizationId = onlyOrganization(viewer, permissions.saveChunk);
  if (organizationId === null) {
    throw new Refusal('not-found', 'Organization not found, or you do not have access to it.');
  }
  if (can(viewer, permissions.saveChunk, organizationId)) return organizationId;
  throw new Refusal(
    'forbidden',
    `Uploading needs one of the scopes ${permissions.saveChunk.join(', ')}. Ask an owner of the organization.`,
  );
}

async function inflated(body: Uint8Array): Promise<Uint8Array> {
  try {
    return await inflate(body, { maxOutputLength: limits.CHUNK_BYTES_MAX });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLong();
    throw new Refusal('invalid', 'A chunk is marked as gzip but is not compressed with gzip.');
  }
}

function tooLong(): Refusal {
  return new Refusal('invalid', `A chunk must have between 1 and ${limits.CHUNK_BYTES_MAX} bytes.`);
}
