import { accessSync, chmodSync, constants, existsSync, mkdirSync, readdirSync, statfsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { storesIn } from '@seismo/server/parts';

/** File systems of the kernel (`statfs(2)`): /proc and /sys. Node's recursive mkdir never returns there. */
const kernelFiles: readonly number[] = [0x9fa0, 0x62656572];

function requireRealFiles(dataDir: string): void {
  let nearest = resolve(dataDir);
  while (!existsSync(nearest)) nearest = dirname(nearest);
  if (kernelFiles.includes(statfsSync(nearest).type)) {
    throw Object.assign(new Error(`${nearest} cannot hold files`), { code: 'EROFS' });
  }
}

/**
 * Creates the data directory for its owner only, or throws one clear message. Closes a directory that others can read;
 * returns whether that was necessary.
 */
export function makeDataDir(dataDir: string): { permissionsChanged: boolean } {
  try {
    requireRealFiles(dataDir);
    mkdirSync(storesIn(dataDir).blobsPath, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    return { permissionsChanged: restrictToOwner(dataDir) };
  } catch (error) {
    if (error instanceof SharedDirectoryError) throw error;
    const why = (error as NodeJS.ErrnoException).code ?? String(error);
    throw new Error(
      `The data directory ${dataDir} cannot be used (${why}). Set SEISMO_DATA_DIR to a folder that this user can write to.`,
      { cause: error },
    );
  }
}

class SharedDirectoryError extends Error {}

/**
 * A folder of another owner may be shared with the group of this user, as Kubernetes does with volumes; with everyone it
 * may not.
 */
function restrictToOwner(dataDir: string): boolean {
  if (!process.getuid) return false;
  const { mode, uid } = statSync(dataDir);
  if (uid !== process.getuid()) {
    if ((mode & 0o007) === 0) return false;
    throw new SharedDirectoryError(
      `The data directory ${dataDir} can be read by every user of this machine (mode ${(mode & 0o777).toString(8)}), and belongs to another user. Run "chmod o-rwx ${dataDir}" as its owner.`,
    );
  }
  if ((mode & 0o077) === 0) return false;
  for (const entry of readdirSync(dataDir, { withFileTypes: true })) {
    const path = join(dataDir, entry.name);
    if (!entry.isSymbolicLink()) chmodSync(path, statSync(path).mode & 0o700);
  }
  chmodSync(dataDir, 0o700);
  return true;
}
