import { randomBytes } from 'node:crypto';
import { matchStores, openStores, storesIn } from '@seismo/server/parts';
import type { Clock, Log, MigrationOptions } from '@seismo/server/parts';
import type { Config } from './config.ts';
import { makeDataDir } from './paths.ts';

interface OpenOptions {
  log: Log;
  /** DuckDB closed the telemetry store after an error, and it was opened again. */
  reopened(): void;
  /** An older telemetry store has migrated while the server ran, or could not, for this reason. */
  migrationEnded?(failure: string | null): void;
  acceptLoss?: boolean;
}

/** Opens the stores of this server and takes the lease once they match. Logs what the operator should know. */
export async function openOwnStores(
  { dataDir, stateUrl }: Config,
  clock: Clock,
  { log, reopened, migrationEnded, acceptLoss = false, withoutCopy = false }: OpenOptions & MigrationOptions,
) {
  if (makeDataDir(dataDir).permissionsChanged) {
    log.warn(
      { stage: 'store', dataDir },
      'other users could read the data directory; its permissions are now restricted to the owner',
    );
  }
  await using opened = new AsyncDisposableStack();
  const { takeLease, loss, ...stores } = opened.use(
    await openStores(storesIn(dataDir, stateUrl), {
      clock,
      acceptLoss,
      withoutCopy,
      migrationEnded,
      reopened: (reason) => {
        reopened();
        log.error({ stage: 'store', reason }, 'DuckDB closed the telemetry store after an error; reopened it');
      },
    }),
  );
  if (loss !== null) log.error({ stage: 'store' }, loss);
  const losses = await matchStores(stores, { newId: () => randomBytes(16).toString('hex'), acceptLoss });
  for (const { message, entries } of losses) log.error({ stage: 'store', entries }, message);
  const leased = await takeLease();
  opened.move();
  const lost = losses.reduce((sum, { entries }) => sum + (entries ?? 0), 0);
  return { ...stores, ...leased, lost };
}
