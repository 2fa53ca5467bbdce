import { BLOB_KEY } from './contract.ts';

/** Keys never come from clients, so an invalid key is a bug. This is the last check before the file system. */
export function checkKey(key: string): void {
  if (!BLOB_KEY.test(key))
    throw new Error(`A blob's key must match ${BLOB_KEY.source}, unlike ${JSON.stringify(key)}.`);
}
