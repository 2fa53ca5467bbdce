import type { ProjectId } from '@seismo/protocol';
import type { JournalEntry } from './contract.ts';

/** Says that the repair has more to do. How far it came is in the state store, so that an entry too many does no harm. */
export interface RepairPiece {
  id: number;
  round: number;
}

export function repairEntry(
  { id, projectId, round }: RepairPiece & { projectId: ProjectId },
  receivedAtMs: number,
): JournalEntry {
  return {
    kind: 'repair',
    projectId,
    receivedAtMs,
    clientAddress: null,
    userAgent: null,
    body: new TextEncoder().encode(JSON.stringify({ id, round } satisfies RepairPiece)),
    limitedCategories: [],
    replayOf: null,
  };
}

/** We wrote it ourselves. */
export function readRepairPiece(body: Uint8Array): RepairPiece {
  return JSON.parse(new TextDecoder().decode(body)) as RepairPiece;
}
