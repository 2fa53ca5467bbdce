import { existsSync } from 'node:fs';
import { openSqliteJournal } from '#journal/sqlite.ts';
import { comparePositions, readPositions } from '#pipeline/match-stores.ts';
import { systemClock } from '#platform/clock.ts';
import { OlderSchema } from '#platform/open-failure.ts';
import { openStateReadOnly, openStateSource, openStores, type StoreLocations } from '#store/open.ts';
import type { State } from '#store/state/contract.ts';
import { openDuckdbTelemetry } from '#store/telemetry/engines/duckdb/open.ts';
import type { BackupSources } from './write.ts';

export interface StoppedStores {
  sources: BackupSources;
  /** To record the backup. */
  state: State;
  close(): Promise<void>;
}

/**
 * Opens the stores of a stopped server, and keeps servers out until they are closed. Throws, and changes no store, if one
 * is missing, damaged or of an older version, or if they do not belong together.
 */
export async function openStopped(locations: StoreLocations, seismo: string): Promise<StoppedStores> {
  await requireCurrent(locations);
  await using opened = new AsyncDisposableStack();
  const stores = opened.use(await openStores(locations));
  const { losses } = comparePositions(await readPositions(stores), false);
  if (losses[0]) {
    throw new Error(`${losses[0].message}. Start Seismo once, so that it records the loss, and back up then.`);
  }
  const source = await openStateSource(locations);
  opened.defer(() => source.close());
  const owned = opened.move();
  let closed: Promise<void> | undefined;
  return {
    sources: {
      ...stores,
      state: source,
      telemetryPath: locations.telemetryPath,
      clock: systemClock,
      seismo,
      // No batch commits.
      pause: (run) => run(),
    },
    state: stores.state,
    close: () => (closed ??= owned.disposeAsync()),
  };
}

/** Opening a store to write would create, upgrade or repair it. */
async function requireCurrent(locations: StoreLocations): Promise<void> {
  const { telemetryPath, journalPath, statePath, stateUrl } = locations;
  const paths = [telemetryPath, journalPath, ...(stateUrl === null ? [statePath] : [])];
  const missing = paths.find((path) => !existsSync(path));
  if (missing !== undefined) {
    throw new Error(`${missing} does not exist: no server has used this data directory yet, or the file was removed.`);
  }
  const stores = {
    'telemetry store': () => openDuckdbTelemetry(telemetryPath, { readOnly: true }),
    journal: async () => openSqliteJournal(journalPath, { readOnly: true }),
    'state store': () => openStateReadOnly(locations),
  };
  for (const [name, open] of Object.entries(stores)) {
    try {
      await (await open()).close();
    } catch (error) {
      if (!(error instanceof OlderSchema)) throw error;
      throw new Error(
        `The ${name} was written by an older version of Seismo: ${error.message}. Start this version once to upgrade, or back up with the version that wrote the data. Nothing was changed.`,
        { cause: error },
      );
    }
  }
}
