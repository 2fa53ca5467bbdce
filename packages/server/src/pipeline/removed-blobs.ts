import type { ProjectId } from '@seismo/protocol';
import { failPoint } from '#platform/fail-point.ts';
import type { Stores } from './signal.ts';

/** The blobs of the rows that a step removes, as JSON; `[]` when they are deleted. */
const settingOf = (projectId: ProjectId) => `removed-blobs:${projectId}`;

/**
 * Deletes blobs behind the rows that refer to them: they are recorded, the rows are removed, and then the blobs. After a
 * crash in between, another plan may keep the rows, so that only their absence decides.
 */
export function createRemovedBlobs({ state, telemetry, blobs }: Pick<Stores, 'state' | 'telemetry' | 'blobs'>) {
  async function record(projectId: ProjectId, keys: readonly string[]): Promise<void> {
    await state.write((tx) => tx.setSetting(settingOf(projectId), JSON.stringify(keys)));
  }

  async function deleteAll(projectId: ProjectId, keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      await blobs.delete(key);
      failPoint('removal:blob-deleted');
    }
    await record(projectId, []);
  }

  return {
    /** `removeRows` removes the last rows that refer to these blobs. */
    async after(projectId: ProjectId, keys: readonly string[], removeRows: () => Promise<void>): Promise<void> {
      if (keys.length > 0) await record(projectId, keys);
      await removeRows();
      if (keys.length > 0) await deleteAll(projectId, keys);
    },

    /** Ends what a crash or a failed step left. */
    async finish(projectIds: readonly ProjectId[]): Promise<void> {
      const recorded = await state.settings(projectIds.map(settingOf));
      for (const projectId of projectIds) {
        const keys = JSON.parse(recorded.get(settingOf(projectId)) ?? '[]') as string[];
        if (keys.length === 0) continue;
        const used = await telemetry.query('usedBlobs', { projectId, blobKeys: keys });
        const usedKeys = new Set(used.map(({ blobKey }) => blobKey));
        await deleteAll(
          projectId,
          keys.filter((key) => !usedKeys.has(key)),
        );
      }
    },
  };
}
