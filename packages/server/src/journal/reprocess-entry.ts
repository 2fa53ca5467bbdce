import type { ProjectId } from '@seismo/protocol';
import type { JournalEntry } from './contract.ts';
import { taskEntry } from './tasks.ts';

/** More reprocessing to do. The progress is in the state store, so an extra entry does no harm. */
export interface ReprocessPiece {
  id: number;
  round: number;
}

export function reprocessEntry(
  { id, projectId, round }: ReprocessPiece & { projectId: ProjectId },
  receivedAtMs: number,
): JournalEntry {
  return taskEntry('reprocess', projectId, receivedAtMs, { id, round } satisfies ReprocessPiece);
}

/** We wrote it ourselves. */
export function readReprocessPiece(body: Uint8Array): ReprocessPiece {
  return JSON.parse(new TextDecoder().decode(body)) as ReprocessPiece;
}
