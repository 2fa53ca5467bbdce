import { createWriteStream, existsSync, statSync } from 'node:fs';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  createArchive,
  keyIdOf,
  openStateSource,
  openStores,
  sealKey,
  SECRET_KEY_FILE,
  storesIn,
  systemClock,
  writeBackup,
  type BackupRequest,
  type BackupResult,
  type Progress,
} from '@seismo/server/parts';
import type { Config } from '../config.ts';
import { backupOfServer, type BackupSource } from '../backup-stream.ts';
import { passphraseOf } from '../passphrase.ts';
import { UsageError } from '../usage.ts';
import { version } from '../version.ts';

/** Writes a backup to a file, or to standard output for `-`, with or without a running server. */
export async function backupCommand(
  config: Config,
  target: string | undefined,
  options: { 'include-key'?: boolean | undefined; 'passphrase-file'?: string | undefined },
): Promise<void> {
  if (!target) throw new UsageError('"backup" needs the path of a new file, or "-" for standard output.');
  if (target !== '-') requireFile(resolve(target));
  const given = await requestOf(config, options);
  const source = (await backupOfServer(config.dataDir, given)) ?? (await backupHere(config, given));
  const result = await (target === '-' ? writeTo(process.stdout, source) : writeFile(resolve(target), source));
  process.stderr.write(reportOf(result, given));
}

function requireFile(path: string): void {
  const parent = statSync(dirname(path), { throwIfNoEntry: false });
  if (!parent?.isDirectory()) throw new UsageError(`The folder ${dirname(path)} does not exist.`);
  const there = statSync(path, { throwIfNoEntry: false });
  if (there && !there.isFile()) throw new UsageError(`${path} is not a file. Name a file for the backup.`);
}

async function requestOf(config: Config, options: Parameters<typeof backupCommand>[2]): Promise<BackupRequest> {
  const keyPath = join(config.dataDir, SECRET_KEY_FILE);
  const keyId = keyIdOf(keyPath);
  if (!options['include-key'] || keyId === null) return { seismo: version, keyId, sealedKey: null };
  const passphrase = await passphraseOf(config, options['passphrase-file']);
  if (passphrase === null) {
    throw new UsageError(
      '"--include-key" needs a passphrase that encrypts the key: set SEISMO_BACKUP_PASSPHRASE, or name a file with --passphrase-file.',
    );
  }
  return { seismo: version, keyId, sealedKey: await sealKey(await readFile(keyPath, 'utf8'), passphrase) };
}

/** Opens the stores, because no server has them open. */
async function backupHere({ dataDir, stateUrl }: Config, given: BackupRequest): Promise<BackupSource> {
  const locations = storesIn(dataDir, stateUrl);
  if (!existsSync(locations.telemetryPath)) throw new Error(`No server has used the data directory ${dataDir} yet.`);
  const stores = await openStores(locations);
  const state = await openStateSource(locations);
  const archive = createArchive(systemClock.now());
  let last: Progress | null = null;
  const sources = {
    ...stores,
    state,
    telemetryPath: locations.telemetryPath,
    clock: systemClock,
    pause: <T>(run: () => Promise<T>) => run(),
  };
  const written = writeBackup(sources, given, archive, (progress) => (last = progress));
  const closed = written.finally(async () => {
    await state.close();
    await stores.close();
  });
  closed.catch((error: Error) => archive.destroy(error));
  return { bytes: Readable.from(archive.bytes), progress: async () => last, result: () => closed };
}

/** The file appears when it is complete; until then an older one of this name stays. */
async function writeFile(path: string, source: BackupSource): Promise<BackupResult> {
  const partial = `${path}.partial`;
  try {
    await pipeline(withProgress(source), createWriteStream(partial, { mode: 0o600, flush: true }));
    const result = await source.result();
    await rename(partial, path);
    const folder = await open(dirname(path));
    await folder.sync().finally(() => folder.close());
    return result;
  } catch (error) {
    await rm(partial, { force: true });
    const older = existsSync(path) ? ` The older file ${path} is unchanged.` : '';
    const reason = (error as Error).message.replace(/\.$/, '');
    throw new Error(`The backup was not written: ${reason}.${older}`, { cause: error });
  }
}

async function writeTo(output: Writable, source: BackupSource): Promise<BackupResult> {
  await pipeline(withProgress(source), output, { end: false });
  return source.result();
}

const PROGRESS_MS = 1000;

/** Writes to standard error: the backup may go to standard output. */
async function* withProgress({ bytes, progress }: BackupSource): AsyncGenerator<Buffer> {
  let written = 0;
  const timer = setInterval(async () => {
    const now = await progress().catch(() => null);
    const stage = now ? `, ${now.stage} ${now.done} of ${now.total}` : '';
    process.stderr.write(`${megabytes(written)}${stage}\n`);
  }, PROGRESS_MS);
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      written += chunk.byteLength;
      yield chunk;
    }
  } finally {
    clearInterval(timer);
  }
}

function reportOf({ atMs, pausedMs, rows, blobs, sealed }: BackupResult, given: BackupRequest): string {
  const telemetry = Object.entries(rows).map(([table, count]) => `${count} ${table}`);
  const lines = [
    `Backed up everything as of ${new Date(atMs).toISOString()}: ${[...telemetry, `${blobs.count} blobs`].join(', ')}. Processing paused for ${pausedMs} ms.`,
  ];
  if (given.keyId !== null && given.sealedKey === null) {
    lines.push(
      `The backup leaves out the key ${given.keyId} (${SECRET_KEY_FILE}), which opens ${sealed.authenticators} authenticators and ${sealed.identityProviders} single sign-on secrets. Store the file separately, or use --include-key.`,
    );
  }
  return `${lines.join('\n')}\n`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
