import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { readDisk } from '#platform/disk-space.ts';
import { Refusal } from '#platform/refusal.ts';
import { STORE_ID } from '#store/claim.ts';
import { addBackup, backupToContinue } from '#store/state/settings/backups.ts';
import { createArchive } from './archive.ts';
import type { BackupWriter } from './entries.ts';
import { claimFolder, openFolderWriter, prune } from './folder.ts';
import type { BackupResult, Progress, Summary } from './format.ts';
import { writeBackup, type BackupRequest, type BackupSources } from './write.ts';

export interface OpenBackup {
  /** The archive; empty if the backup goes to a folder. */
  bytes: Readable;
  run(progress: (progress: Progress) => void): Promise<BackupResult>;
}

/** Opens a backup to an archive, which is written at the speed of its reader, or to a folder. */
export async function openBackup(sources: BackupSources, request: BackupRequest): Promise<OpenBackup> {
  const { folder } = request;
  if (folder === null) {
    const archive = createArchive(sources.clock.now());
    return {
      bytes: Readable.from(archive.bytes),
      run: async (progress) => ({
        ...(await written(sources, request, archive, progress)),
        written: null,
        notPruned: null,
      }),
    };
  }
  await requireFolder(folder);
  const storeId = await sources.state.setting(STORE_ID);
  if (storeId === null) throw new Refusal('invalid', 'No server has used these stores yet.');
  await claimFolder(folder, storeId);
  const baseName = (await backupToContinue(sources.state, folder))?.name ?? null;
  // A full disk has room again. If this fails, the pruning after the backup reports it.
  await pruneIn(folder, baseName, request, sources);
  const requireRoom = await floorOf(folder, request, sources);
  const writer = await openFolderWriter(folder, { baseName, requireRoom });
  return {
    bytes: Readable.from([]),
    async run(progress) {
      const result = await written(sources, request, writer, progress);
      const inFolder = writer.written();
      const notPruned = await pruneIn(folder, inFolder.name, request, sources);
      return { ...result, written: inFolder, notPruned };
    },
  };
}

async function written(
  sources: BackupSources,
  request: BackupRequest,
  writer: BackupWriter,
  progress: (progress: Progress) => void,
): Promise<Omit<BackupResult, 'written' | 'notPruned'>> {
  try {
    return resultOf(await writeBackup(sources, request, writer, progress));
  } catch (error) {
    await writer.destroy(error as Error);
    throw error;
  }
}

async function requireFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch((error: NodeJS.ErrnoException) => error.code ?? null);
  if (typeof found === 'object' && found?.isDirectory()) return;
  throw new Refusal(
    'invalid',
    found === 'EACCES'
      ? `The user of the server may not open the folder ${folder} for backups. Change its owner or mode, and those of the folders above it.`
      : `The folder ${folder} for backups does not exist. Create it, or mount its disk, so that the user of the server can write to it.`,
  );
}

/** On the disk of the data directory, a backup leaves the space below which reports are refused. */
async function floorOf(
  folder: string,
  { diskFloorBytes }: BackupRequest,
  { telemetryPath }: BackupSources,
): Promise<(bytes: number) => Promise<void>> {
  const dataDir = dirname(telemetryPath);
  const [one, other] = await Promise.all([stat(folder), stat(dataDir)]);
  if (one.dev !== other.dev) return async () => {};
  return async (bytes) => {
    const { freeBytes, floorBytes } = await readDisk(dataDir, diskFloorBytes);
    if (freeBytes - bytes >= floorBytes) return;
    throw new Refusal(
      'disk-full',
      `The folder ${folder} is on the disk of the data directory, which has ${megabytes(freeBytes)} left; reports need ${megabytes(floorBytes)} of them. Free up space, keep backups for fewer days, or choose a folder on another disk.`,
    );
  };
}

function megabytes(bytes: number): string {
  return `${Math.floor(bytes / 1e6)} MB`;
}

/** A backup that was completed stays good, even if older ones cannot be removed. */
async function pruneIn(
  folder: string,
  baseName: string | null,
  { keepMs }: BackupRequest,
  { clock }: BackupSources,
): Promise<string | null> {
  if (keepMs === null) return null;
  const nowMs = clock.now();
  return prune(folder, { beforeMs: nowMs - keepMs, nowMs, baseName }).then(
    () => null,
    (error: Error) => error.message,
  );
}

/** Records a completed backup in the state store. */
export function recordBackup(
  state: Parameters<typeof addBackup>[0],
  { folder }: BackupRequest,
  { atMs, written: inFolder }: BackupResult,
): Promise<void> {
  return addBackup(state, atMs, folder !== null && inFolder ? { folder, name: inFolder.name } : null);
}

function resultOf({ atMs, pausedMs, entries, blobs, state, telemetry }: Summary) {
  const rows: Record<string, number> = {};
  for (const segment of telemetry.segments) rows[segment.table] = (rows[segment.table] ?? 0) + segment.rows;
  return { atMs, pausedMs, entries, blobs, sealed: state.sealed, rows };
}
