import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { filesUnder } from './files.ts';

/** Beside `static`, which Next serves, and not served itself. */
const FOLDER = 'seismo-maps';

/** Where the map of that path waits for its upload. */
export const hiddenPath = (distDir: string, path: string): string => join(distDir, FOLDER, relative(distDir, path));

/**
 * Moves every map that browsers could load, including those of style sheets, out of the folders that Next serves.
 * Before the upload, so that a failed one does not publish the source code and can be retried.
 */
export async function hidePublicMaps(distDir: string): Promise<void> {
  for await (const path of filesUnder(join(distDir, 'static'))) {
    if (!path.endsWith('.map')) continue;
    const hidden = hiddenPath(distDir, path);
    await mkdir(dirname(hidden), { recursive: true });
    await rename(path, hidden);
  }
}

/** Returns their number. */
export async function deleteHiddenMaps(distDir: string): Promise<number> {
  const folder = join(distDir, FOLDER);
  const maps: string[] = [];
  for await (const path of filesUnder(folder)) maps.push(path);
  await rm(folder, { recursive: true, force: true });
  return maps.length;
}
