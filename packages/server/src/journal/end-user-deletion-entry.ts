import type { ProjectId } from '@seismo/protocol';
import type { JournalEntry } from './contract.ts';
import { taskEntry } from './tasks.ts';

/** Continues a deletion. Its progress is in the state store, so an extra entry does no harm. */
export interface EndUserDeletionTask {
  id: number;
}

export function endUserDeletionEntry(
  { id, projectId }: EndUserDeletionTask & { projectId: ProjectId },
  receivedAtMs: number,
): JournalEntry {
  return taskEntry('delete-end-user', projectId, receivedAtMs, { id } satisfies EndUserDeletionTask);
}
