import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const cache = join(import.meta.dirname, '../../../node_modules/.cache/clients');

/**
 * A client as its users have it, in a folder of its own beside the repository's packages: its dependencies are none of
 * ours, and its licence allows running it but not shipping it.
 */
export async function installClient(name: string, version: string): Promise<string> {
  const folder = join(cache, `${name.replaceAll('/', '+')}@${version}`);
  if (!existsSync(folder)) {
    const fresh = `${folder}.${process.pid}`;
    await mkdir(fresh, { recursive: true });
    await writeFile(join(fresh, 'package.json'), JSON.stringify({ private: true, dependencies: { [name]: version } }));
    await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: fresh });
    // Another test may have been faster.
    await rename(fresh, folder).catch(() => rm(fresh, { recursive: true }));
  }
  return join(folder, 'node_modules', name);
}
