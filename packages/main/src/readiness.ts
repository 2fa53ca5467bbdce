import type { Clock, DiskSpace, Ingest, Journal, State } from '@seismo/server/parts';

/** The maximum journal lag for `/readyz`. */
const LAG_MS_MAX = 120_000;

interface ReadinessDeps {
  space: DiskSpace;
  ingest: Pick<Ingest, 'failingSinceMs'>;
  state: State;
  journal: Journal;
  clock: Clock;
  /** Until it is done, nothing is processed. */
  isMigrating(): boolean;
}

/** A ready server takes reports and processes them soon, or after an upgrade. Returns the reason if it is not. */
export async function whyNotReady({
  space,
  ingest,
  state,
  journal,
  clock,
  isMigrating,
}: ReadinessDeps): Promise<string | null> {
  const { isFull, freeBytes, floorBytes } = await space.measure();
  if (isFull) {
    return `the disk is full: ${megabytes(freeBytes)} free, ${megabytes(floorBytes)} required; refusing reports`;
  }
  const failingSinceMs = ingest.failingSinceMs();
  if (failingSinceMs !== null) {
    return `the journal has been failing for ${Math.round((clock.now() - failingSinceMs) / 1000)} s; refusing reports`;
  }
  const stateFailure = await state.lease().then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  if (stateFailure !== null) {
    return `the state store failed (${stateFailure}); reports with client keys seen since the start are accepted and wait in the journal`;
  }
  const { oldestReceivedAtMs, entries } = await journal.stats();
  const lagMs = oldestReceivedAtMs === null ? 0 : clock.now() - oldestReceivedAtMs;
  if (lagMs <= LAG_MS_MAX || isMigrating()) return null;
  return `the journal is ${Math.round(lagMs / 1000)} s behind with ${entries} entries waiting`;
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}
