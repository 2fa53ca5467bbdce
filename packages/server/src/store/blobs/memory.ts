import { Readable } from 'node:stream';
import type { Blobs } from './contract.ts';
import { checkKey } from './key.ts';

/** A blob store in memory. For tests, and as the oracle of the real ones. */
export function openMemoryBlobs(): Blobs {
  const blobs = new Map<string, Uint8Array>();
  let isOpen = true;
  let ownId: string | null = null;

  function requireOpen(): void {
    if (!isOpen) throw new Error('The blob store is closed.');
  }

  return {
    async put(key, bytes) {
      requireOpen();
      checkKey(key);
      blobs.set(key, new Uint8Array(bytes));
    },
    async get(key) {
      requireOpen();
      checkKey(key);
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
      requireOpen();
      checkKey(key);
      blobs.delete(key);
    },
    async *list(prefix) {
      requireOpen();
      for (const key of [...blobs.keys()].sort()) if (key.startsWith(prefix)) yield key;
    },
    async storeId() {
      requireOpen();
      return ownId;
    },
    async adopt(storeId) {
      requireOpen();
      ownId = storeId;
    },
    async close() {
      isOpen = false;
    },
  };
}
