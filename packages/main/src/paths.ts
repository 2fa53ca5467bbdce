import { join } from 'node:path';

/** Where each store keeps its files under the data directory. */
export function pathsIn(dataDir: string) {
  return {
    journal: join(dataDir, 'journal.sqlite'),
    state: join(dataDir, 'state.sqlite'),
    telemetry: join(dataDir, 'telemetry.duckdb'),
    blobs: join(dataDir, 'blobs'),
  };
}
