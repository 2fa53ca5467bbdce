import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const cache = join(import.meta.dirname, '../../../node_modules/.cache/clients');

/**
 * Installs a client in a folder outside the repository's packages: its dependencies are not ours, and its license
 * allows running but not shipping it.
 */
export async function installClient(name: string, version: string): Promise<string> {
  const folder = join(cache, `${name.replaceAll('/', '+')}@${version}`);
  if (!existsSync(folder)) {
    const fresh = `${folder}.${process.pid}`;
    await mkdir(fresh, { recursive: true });
    await writeFile(join(fresh, 'package.json'), JSON.stringify({ private: true, dependencies: { [name]: version } }));
    await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: fresh });
    // Another test may have installed it first.
    await rename(fresh, folder).catch(() => rm(fresh, { recursive: true }));
  }
  return join(folder, 'node_modules', name);
}
