import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ACTIONS_URL, actionsOf, writeActions } from './actions.ts';
import { debugIdOf, mapWithDebugId, newDebugId, scriptWithDebugId } from './debug-id.ts';
import type { Destination } from './destination.ts';
import { deleteHiddenMaps } from './hidden-maps.ts';
import { FileLocation } from './file-location.ts';
import { scriptsOf, type BuiltScript } from './scripts.ts';
import { sendBundle } from './send.ts';
import { BundleWriter } from './bundle.ts';

/** As much as the server takes in one bundle, and then some room (docs/source-maps.md, Limits). */
const BUNDLE_FILE_COUNT_MAX = 10_000;
const BUNDLE_CONTENT_BYTES_MAX = 512 * 1024 * 1024;
/** Larger files are skipped with a message: the server would refuse the whole bundle. */
const FILE_BYTES_MAX = 128 * 1024 * 1024;

export interface Uploaded {
  scripts: number;
  actions: number;
  /** Names of files that were too large. */
  leftOut: string[];
  mapsDeleted: number;
}

/**
 * Gives every script of a build a debug ID, uploads scripts, maps and the list of server actions, and deletes the
 * hidden maps. One file is in memory at a time; bundles are written to disk.
 */
export async function uploadBuild(distDir: string, to: Destination): Promise<Uploaded> {
  const folder = await mkdtemp(join(tmpdir(), 'seismo-upload-'));
  const done: Uploaded = { scripts: 0, actions: 0, leftOut: [], mapsDeleted: 0 };
  const [scriptLocation, mapLocation] = [new FileLocation(), new FileLocation()];
  const nextBundle = () => BundleWriter.open(join(folder, `${done.scripts}.zip`));
  try {
    let bundle = await nextBundle();
    const about = {
      org: to.organization,
      project: to.project,
      ...(to.release && { release: to.release }),
      ...(to.dist && { dist: to.dist }),
    };
    const send = async () => sendBundle(await bundle.close(about), to);

    const actions = await actionsOf(distDir);
    done.actions = actions.size;
    if (actions.size > 0) await bundle.add({ url: ACTIONS_URL, type: 'source', headers: {} }, [writeActions(actions)]);
    for await (const built of scriptsOf(distDir)) {
      if (await isTooLarge(built)) {
        done.leftOut.push(built.url);
        continue;
      }
      await addScript(bundle, built, scriptLocation, mapLocation);
      done.scripts += 1;
      if (bundle.fileCount >= BUNDLE_FILE_COUNT_MAX || bundle.contentBytes >= BUNDLE_CONTENT_BYTES_MAX) {
        await send();
        bundle = await nextBundle();
      }
    }
    if (bundle.fileCount > 0) await send();
    else await bundle.close(about);
    // Last: a build whose upload failed can be uploaded again.
    done.mapsDeleted = await deleteHiddenMaps(distDir);
    return done;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function isTooLarge({ script, map }: BuiltScript): Promise<boolean> {
  const sizes = await Promise.all([stat(script), stat(map)]);
  return sizes.some(({ size }) => size > FILE_BYTES_MAX);
}

async function addScript(
  bundle: BundleWriter,
  built: BuiltScript,
  scriptLocation: FileLocation,
  mapLocation: FileLocation,
): Promise<void> {
  const { script, map, url, mapUrl } = built;
  const plain = await scriptLocation.read(script);
  const plainMap = await mapLocation.read(map);
  const own = debugIdOf('script', plain);
  const id = own ?? newDebugId(plain);
  let [scriptBytes, mapBytes] = [[plain], [plainMap]];
  if (own === null) {
    scriptBytes = scriptWithDebugId(plain, id);
    // A run that was cut short between the two writes has written the map already.
    if (debugIdOf('map', plainMap) !== id) mapBytes = mapWithDebugId(plainMap, id);
    await writeFile(map, mapBytes);
    await writeFile(script, scriptBytes);
  }
  await bundle.add({ url, type: 'minified_source', headers: { 'debug-id': id, sourcemap: mapUrl } }, scriptBytes);
  await bundle.add({ url: mapUrl, type: 'source_map', headers: { 'debug-id': id } }, mapBytes);
}
