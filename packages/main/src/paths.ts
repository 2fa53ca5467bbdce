import { accessSync, constants, existsSync, mkdirSync, statfsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Where each store keeps its files under the data directory. */
export function pathsIn(dataDir: string) {
  return {
    journal: join(dataDir, 'journal.sqlite'),
    state: join(dataDir, 'state.sqlite'),
    telemetry: join(dataDir, 'telemetry.duckdb'),
    blobs: join(dataDir, 'blobs'),
    kit: join(dataDir, 'kit'),
  };
}

/** Where the kernel shows itself as files (`statfs(2)`): /proc and /sys. Asked for a folder there, Node's mkdir never ends. */
const kernelFiles: readonly number[] = [0x9fa0, 0x62656572];

function demandRealFiles(dataDir: string): void {
  let nearest = resolve(dataDir);
  while (!existsSync(nearest)) nearest = dirname(nearest);
  if (kernelFiles.includes(statfsSync(nearest).type)) {
    throw Object.assign(new Error(`${nearest} is no place for files`), { code: 'EROFS' });
  }
}

/** Makes the data directory, for its owner only, or says in one sentence why it cannot be used. */
export function makeDataDir(dataDir: string): void {
  try {
    demandRealFiles(dataDir);
    mkdirSync(pathsIn(dataDir).blobs, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code ?? String(error);
    throw new Error(
      `The data directory ${dataDir} cannot be used (${why}). Set SEISMO_DATA_DIR to a folder that this user may write to.`,
      { cause: error },
    );
  }
}
