import { limits, readEnvelope } from '@seismo/protocol';
import { permissions } from '#domain/permissions/permissions.ts';
import { projectNamed } from '#query/projects/projects.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import { Refusal } from '#platform/refusal.ts';
import { audit } from '../audit.ts';
import type { ServerCommandDeps } from '../deps.ts';

export interface DeadLetterContent {
  id: number;
  itemKind: string;
  reason: string;
  detail: string;
  tries: number;
  receivedAtMs: number;
  failedAtMs: number;
  bytes: number;
  /** The headers of its envelope and of its item, a line each; empty for an entry that is not one item. */
  headers: string;
  /** The beginning of its content as text. */
  content: string;
  isTruncated: boolean;
}

/** A command, because it is audited: the content is as the client sent it, before scrubbing. */
export async function readDeadLetter(
  deps: ServerCommandDeps,
  viewer: Viewer,
  projectSlug: string,
  id: number,
): Promise<DeadLetterContent> {
  const project = await projectNamed(deps, viewer, permissions.readDeadLetter, projectSlug);
  const letter = Number.isSafeInteger(id) ? await deps.journal.deadLetter(project.id, id) : null;
  if (!letter) throw new Refusal('not-found', 'Dead letter not found. It may have been replayed.');
  await deps.state.write((tx) =>
    audit(deps, tx, viewer, project.organizationId, 'dead-letter-read', project.slug, `${letter.itemKind} ${id}`),
  );
  const { itemKind, reason, detail, tries, receivedAtMs, failedAtMs, bytes } = letter;
  const { headers, payload } = partsOf(letter.entry.body);
  const shown = payload.subarray(0, limits.DEAD_LETTER_TEXT_BYTES_MAX);
  return {
    id,
    itemKind,
    reason,
    detail,
    tries,
    receivedAtMs,
    failedAtMs,
    bytes,
    headers,
    content: new TextDecoder().decode(shown),
    isTruncated: shown.length < payload.length,
  };
}

/** An entry that crashed the worker is whole, and need not be an envelope. */
function partsOf(body: Uint8Array): { headers: string; payload: Uint8Array } {
  try {
    const [item, ...others] = readEnvelope(body).items;
    if (!item || others.length > 0) return { headers: '', payload: body };
    // The payload is a part of the body.
    const headers = body.subarray(0, item.payload.byteOffset - body.byteOffset);
    return { headers: new TextDecoder().decode(headers).trim(), payload: item.payload };
  } catch {
    return { headers: '', payload: body };
  }
}
