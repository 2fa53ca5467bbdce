import { open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Lease } from './state/contract.ts';

/** The setting with the ID that all stores of one Seismo share. */
export const STORE_ID = 'store-id';

/** The data directory's record of the state store that it was last used with. */
export interface Claim {
  epoch: number;
  holder: string;
  /** A server that was starting: it has the lease, or `holder` still has it. */
  next: string | null;
  /** An ID that the outbox has given. */
  outboxId: number;
}

export async function readClaim(path: string): Promise<Claim | null> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return text === null ? null : (JSON.parse(text) as Claim);
}

export async function writeClaim(path: string, claim: Claim): Promise<void> {
  const file = await open(`${path}.new`, 'w', 0o600);
  try {
    await file.writeFile(JSON.stringify(claim));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.new`, path);
  const folder = await open(dirname(path));
  await folder.sync().finally(() => folder.close());
}

/** Why the state store and the data directory must not be used together; `null` if they fit. */
export function mismatch(claim: Claim | null, lease: Lease): string | null {
  if (claim === null) return null;
  if (lease.holder === claim.next) return null;
  if (lease.holder !== claim.holder && lease.epoch > claim.epoch) {
    return `The state store was used with another data directory, or with a newer copy of this one, by ${lease.holder}. What that server stored in its data directory is missing here.`;
  }
  if (lease.holder === claim.holder && lease.outboxId >= claim.outboxId) return null;
  return `The state store was restored to an earlier time: ${lease.holder === '' ? 'no server has used it' : `its last server was ${lease.holder}`}, and its newest change is ${lease.outboxId}. This data directory has been used since, by ${claim.holder}, with changes up to ${claim.outboxId}.`;
}
