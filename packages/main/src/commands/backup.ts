import { createWriteStream, existsSync, statSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  openBackup,
  openStopped,
  recordBackup,
  SECRET_KEY_FILE,
  storesIn,
  type BackupRequest,
  type BackupResult,
  type Progress,
} from '@seismo/server/parts';
import type { Config } from '../config.ts';
import { backupOfServer, type BackupSource } from '../backup-stream.ts';
import { backupRequest } from '../backup-request.ts';
import { passphraseOf } from '../passphrase.ts';
import { UsageError } from '../usage.ts';
import { version } from '../version.ts';

/** Writes a backup to a file, to a folder of backups, or to standard output for `-`, with or without a running server. */
export async function backupCommand(
  config: Config,
  target: string | undefined,
  options: { 'include-key'?: boolean | undefined; 'passphrase-file'?: string | undefined },
): Promise<void> {
  if (!target)
    throw new UsageError('"backup" needs the path of a new file or of a folder, or "-" for standard output.');
  const folder = target !== '-' && isFolder(target) ? resolve(target) : null;
  if (!existsSync(config.dataDir)) throw new Error(`The data directory ${config.dataDir} does not exist.`);
  const includesKey = options['include-key'] ?? false;
  const passphrase = includesKey ? await passphraseOf(config, options['passphrase-file']) : null;
  if (includesKey && passphrase === null) {
    throw new UsageError(
      '"--include-key" needs a passphrase that encrypts the key: set SEISMO_BACKUP_PASSPHRASE, or name a file with --passphrase-file.',
    );
  }
  const given = await backupRequest(config, { passphrase, folder, keepMs: null });
  const source = (await backupOfServer(config.dataDir, given)) ?? (await backupHere(config, given));
  const writing =
    folder !== null
      ? followFolder(folder, source)
      : target === '-'
        ? writeTo(process.stdout, source)
        : writeFile(resolve(target), source);
  const result = await writing.catch(async (error: unknown) => {
    await source.close();
    throw error;
  });
  process.stderr.write(reportOf(result, given));
}

/** The server writes to the folder itself. */
async function followFolder(folder: string, { bytes, progress, result }: BackupSource): Promise<BackupResult> {
  const timer = showProgress(progress, () => 0);
  try {
    for await (const chunk of bytes) void chunk;
    return await result();
  } catch (error) {
    throw new Error(`${notWritten(error)} Earlier backups in ${folder} are unchanged.`, { cause: error });
  } finally {
    clearInterval(timer);
  }
}

/** Throws if the path can be neither a folder of backups nor a file. */
function isFolder(target: string): boolean {
  if (target.endsWith('/')) return true;
  const path = resolve(target);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory()) return true;
  if (found && !found.isFile()) throw new UsageError(`${path} is not a file. Name a file or a folder for the backup.`);
  if (!statSync(dirname(path), { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`The folder ${dirname(path)} does not exist.`);
  return false;
}

/** Opens the stores, because no server has them open. */
async function backupHere({ dataDir, stateUrl }: Config, given: BackupRequest): Promise<BackupSource> {
  const { sources, state, close } = await openStopped(storesIn(dataDir, stateUrl), version);
  let last: Progress | null = null;
  const backup = await openBackup(sources, given).catch(async (error: Error) => {
    await close();
    throw error;
  });
  const run = async () => {
    const result = await backup.run((progress) => (last = progress));
    await recordBackup(state, given, result);
    return result;
  };
  const written = run().finally(close);
  written.catch(() => {});
  return { bytes: backup.bytes, progress: async () => last, result: () => written, close };
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
    throw new Error(`${notWritten(error)}${older}`, { cause: error });
  }
}

function notWritten(error: unknown): string {
  return `The backup was not written: ${(error as Error).message.replace(/\.$/, '')}.`;
}

async function writeTo(output: Writable, source: BackupSource): Promise<BackupResult> {
  await pipeline(withProgress(source), output, { end: false });
  return source.result();
}

const PROGRESS_MS = 1000;

/** Writes to standard error: the backup may go to standard output. */
async function* withProgress({ bytes, progress }: BackupSource): AsyncGenerator<Buffer> {
  let written = 0;
  const timer = showProgress(progress, () => written);
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      written += chunk.byteLength;
      yield chunk;
    }
  } finally {
    clearInterval(timer);
  }
}

function showProgress(progress: BackupSource['progress'], bytes: () => number): NodeJS.Timeout {
  return setInterval(async () => {
    const now = await progress().catch(() => null);
    const written = bytes() === 0 ? [] : [sizeOf(bytes())];
    const stage = now === null ? [] : [`${now.stage} ${now.done} of ${now.total}`];
    process.stderr.write(`${[...written, ...stage].join(', ')}\n`);
  }, PROGRESS_MS);
}

function reportOf({ atMs, pausedMs, rows, blobs, sealed, written }: BackupResult, given: BackupRequest): string {
  const { events = 0, thinned = 0, sessions = 0 } = rows;
  const counts = `${events + thinned} events, ${sessions} sessions, ${blobs.count} attachments and source maps`;
  const lines = [
    `Backed up everything as of ${new Date(atMs).toISOString()}: ${counts}. Processing paused for ${pausedMs} ms.`,
  ];
  if (written) lines.push(`${written.name}: ${sizeOf(written.bytes)} that no earlier backup in the folder had.`);
  if (given.keyId !== null && given.sealedKey === null) {
    lines.push(
      `The backup leaves out the key ${given.keyId} (${SECRET_KEY_FILE}), which opens ${sealed.authenticators} authenticators and ${sealed.identityProviders} single sign-on secrets. Store the file separately, or use --include-key.`,
    );
  }
  return `${lines.join('\n')}\n`;
}

function sizeOf(bytes: number): string {
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(0)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
