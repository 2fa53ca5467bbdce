import { Readable } from 'node:stream';
import type { Blobs } from './contract.ts';
import { demandKey } from './key.ts';

/** A blob store in memory. For tests, and as the oracle of the real ones. */
export function openMemoryBlobs(): Blobs {
  const blobs = new Map<string, Uint8Array>();
  let isOpen = true;
  let ownId: string | null = null;

  function demandOpen(): void {
    if (!isOpen) throw new Error('The blob store is closed.');
  }

  return {
    async put(key, bytes) {
      demandOpen();
      demandKey(key);
      blobs.set(key, new Uint8Array(bytes));
    },
    async get(key) {
      demandOpen();
      demandKey(key);
      const bytes = blobs.get(key);
      return bytes ? new Uint8Array(bytes) : null;
    },
    async read(key) {
      const bytes = await this.get(key);
      return bytes && Readable.from(bytes.length === 0 ? [] : [bytes]);
    },
    async size(key) {
      return (await this.get(key))?.length ?? null;
    },
    async delete(key) {
      demandOpen();
      demandKey(key);
      blobs.delete(key);
    },
    async *list(prefix) {
      demandOpen();
      for (const key of [...blobs.keys()].sort()) if (key.startsWith(prefix)) yield key;
    },
    async storeId() {
      demandOpen();
      return ownId;
    },
    async adopt(storeId) {
      demandOpen();
      ownId = storeId;
    },
    async close() {
      isOpen = false;
    },
  };
}
