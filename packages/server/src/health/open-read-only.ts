import { existsSync } from 'node:fs';
import type { Journal } from '#journal/contract.ts';
import { isCorrupt } from '#journal/salvage.ts';
import { openSqliteJournal } from '#journal/sqlite.ts';
import { OlderSchema, StoreInUse } from '#platform/open-failure.ts';
import { readBlobsId } from '#store/blobs/disk.ts';
import { openStateReadOnly, type StoreLocations } from '#store/open.ts';
import { openDuckdbTelemetry } from '#store/telemetry/engines/duckdb/open.ts';
import type { HealthSubject, Inspected } from './contract.ts';

/**
 * Opens each store for inspection, without creating, migrating or repairing anything. What a running server has locked, and
 * what is older or damaged, is left out with the reason.
 */
export async function openReadOnly(
  locations: StoreLocations,
): Promise<{ stores: HealthSubject['stores']; [Symbol.asyncDispose](): Promise<void> }> {
  const { journalPath, statePath, stateUrl, telemetryPath, blobsPath } = locations;
  await using opened = new AsyncDisposableStack();
  const closing = <Store extends { close(): Promise<void> }>(store: Store) => opened.adopt(store, () => store.close());
  const stores: HealthSubject['stores'] = {
    state: await inspect(stateUrl === null ? statePath : null, async () => closing(await openStateReadOnly(locations))),
    journal: await inspect(journalPath, async () => closing(openJournal(journalPath))),
    telemetry: await inspect(telemetryPath, async () =>
      closing(await openDuckdbTelemetry(telemetryPath, { readOnly: true })),
    ),
    blobs: await inspect(blobsPath, async () => ({ storeId: () => readBlobsId(blobsPath) })),
  };
  const owned = opened.move();
  return { stores, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

async function inspect<Store>(path: string | null, open: () => Promise<Store>): Promise<Inspected<Store>> {
  if (path !== null && !existsSync(path)) return { reason: `${path} does not exist yet`, expected: true };
  try {
    return { store: await open() };
  } catch (error) {
    if (error instanceof StoreInUse) {
      return { reason: 'a running server that cannot be asked has it open', expected: true };
    }
    if (error instanceof OlderSchema) {
      return { reason: error.message, expected: true };
    }
    return { reason: (error as Error).message, expected: false };
  }
}

/** A damaged journal does not stop the server. */
function openJournal(path: string): Journal {
  try {
    return openSqliteJournal(path, { readOnly: true });
  } catch (error) {
    const { cause } = error as Error;
    if (!isCorrupt(cause)) throw error;
    throw new Error(
      `The journal ${path} is damaged (${(cause as Error).message}). The next start saves every readable entry to a new journal, keeps the damaged file, and logs what is lost.`,
      { cause },
    );
  }
}
