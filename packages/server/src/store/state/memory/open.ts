import type { State, StateTx } from '../contract.ts';
import { emptyData, type Data } from './data.ts';
import { memoryReads } from './reads.ts';
import { memoryWrites } from './writes.ts';

/**
 * The plainest state: arrays, looked through from the first to the last. For tests, and as the oracle of the real ones. A
 * write works on a copy, which takes the original's place if all went well.
 */
export function openMemoryState(): State {
  let data: Data = emptyData();
  let lastWrite: Promise<unknown> = Promise.resolve();
  let open = true;
  return {
    ...memoryReads(() => {
      if (!open) throw new Error('The state store is closed.');
      return data;
    }),
    write<T>(deed: (tx: StateTx) => Promise<T>): Promise<T> {
      if (!open) return Promise.reject(new Error('The state store is closed.'));
      const written = lastWrite.then(async () => {
        const copy = structuredClone(data);
        const result = await deed({ ...memoryReads(() => copy), ...memoryWrites(copy) });
        data = copy;
        return result;
      });
      lastWrite = written.catch(() => {});
      return written;
    },
    async close() {
      open = false;
      await lastWrite;
    },
  };
}
