import type { ProjectId } from '@seismo/protocol';
import type { JournalEntry } from './contract.ts';
import { taskEntry } from './tasks.ts';

/** Says that the repair has more to do. How far it came is in the state store, so that an entry too many does no harm. */
export interface RepairPiece {
  id: number;
  round: number;
}

export function repairEntry(
  { id, projectId, round }: RepairPiece & { projectId: ProjectId },
  receivedAtMs: number,
): JournalEntry {
  return taskEntry('repair', projectId, receivedAtMs, { id, round } satisfies RepairPiece);
}

/** We wrote it ourselves. */
export function readRepairPiece(body: Uint8Array): RepairPiece {
  return JSON.parse(new TextDecoder().decode(body)) as RepairPiece;
}
