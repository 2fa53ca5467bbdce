import { BLOB_KEY } from './contract.ts';

/** A key that does not fit is a bug of ours (keys are never made by clients), and the last fence before the disk. */
export function demandKey(key: string): void {
  if (!BLOB_KEY.test(key))
    throw new Error(`A blob's key must match ${BLOB_KEY.source}, unlike ${JSON.stringify(key)}.`);
}
