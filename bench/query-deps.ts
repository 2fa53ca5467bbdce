import { tmpdir } from 'node:os';
import type { OrganizationId } from '@seismo/protocol';
import type { Viewer } from '../packages/server/src/domain/permissions/viewer.ts';
import { openDiskSpace } from '../packages/server/src/platform/disk-space.ts';
import { openMemoryBlobs } from '../packages/server/src/store/blobs/memory.ts';
import type { State } from '../packages/server/src/store/state/contract.ts';
import type { Telemetry } from '../packages/server/src/store/telemetry/contract.ts';

/** For queries over stores that a benchmark has filled, at a time that stands still. */
export async function queryDeps({ state, telemetry }: { state: State; telemetry: Telemetry }, nowMs: number) {
  return {
    state,
    telemetry,
    blobs: openMemoryBlobs(),
    journal: { listDeadLetters: async () => [] },
    clock: { now: () => nowMs },
    config: { publicUrl: 'http://localhost', mail: null },
    touchLastUsed: () => {},
    serverHealth: () => {
      throw new Error('No query of the benchmarks reads it.');
    },
    space: await openDiskSpace({
      folder: tmpdir(),
      floorBytes: 0,
      budgetBytes: Infinity,
      spanBudgetBytes: Infinity,
      clock: { now: Date.now },
      log: { info() {}, warn() {} },
    }),
  };
}

export const owner: Viewer = {
  userId: null,
  memberships: [{ organizationId: 1 as OrganizationId, role: 'owner' }],
  scopes: null,
  boundTo: null,
};
