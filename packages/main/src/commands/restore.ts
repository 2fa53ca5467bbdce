import { createReadStream, statSync } from 'node:fs';
import { backupsIn, readArchive, readFolder, restoreBackup, systemClock, type BackupEntry } from '@seismo/server/parts';
import type { Config } from '../config.ts';
import { passphraseOf } from '../passphrase.ts';
import { UsageError } from '../usage.ts';

/** Restores a backup to the data directory of the settings, which must be empty. */
export async function restoreCommand(
  config: Config,
  source: string | undefined,
  options: { 'passphrase-file'?: string | undefined; at?: string | undefined },
): Promise<void> {
  if (!source) {
    throw new UsageError('"restore" needs the path of a backup or of a folder of backups, or "-" for standard input.');
  }
  const entries = await entriesOf(source, options.at);
  let shownAtMs = 0;
  const { manifest, summary, key } = await restoreBackup(entries, config, {
    nowMs: systemClock.now(),
    passphrase: () => passphraseOf(config, options['passphrase-file']),
    progress({ stage, done, total }) {
      if (performance.now() - shownAtMs < PROGRESS_MS) return;
      shownAtMs = performance.now();
      process.stderr.write(stage === 'read' ? `${done} entries read\n` : `${stage} ${done} of ${total}\n`);
    },
  });
  const { authenticators, identityProviders } = summary.state.sealed;
  const rows = summary.telemetry.segments.reduce((sum, segment) => sum + segment.rows, 0);
  const lines = [
    `Restored the backup of ${new Date(summary.atMs).toISOString()} to ${config.dataDir}, and compared ${rows} rows of telemetry and all rows of the state store with it.`,
    'The server will not connect to other hosts, single sign-on included, until you run "seismo resume", or an owner allows it in Settings › Server health.',
  ];
  if (key !== 'present') {
    const fromBackup =
      key === 'locked'
        ? `The backup has it, but no passphrase was given: empty ${config.dataDir}${config.stateUrl === null ? '' : ' and the database'}, and run again with --passphrase-file. `
        : '';
    lines.push(
      `The key ${manifest.keyId} was not restored. ${fromBackup}Without it, the codes of ${authenticators} authenticators and the client secrets of ${identityProviders} identity providers do not work: put the file secret.key into the data directory, or users sign in with a recovery code and set up their authenticators again, and owners enter the client secret again.`,
    );
  }
  process.stdout.write(`${lines.join('\n')}\n`);
}

async function entriesOf(source: string, at: string | undefined): Promise<AsyncIterable<BackupEntry>> {
  const found = source === '-' ? null : statSync(source, { throwIfNoEntry: false });
  if (found?.isDirectory()) {
    const untilMs = at === undefined ? systemClock.now() : Date.parse(at);
    if (Number.isNaN(untilMs)) throw new UsageError(`"--at ${at}" is not a time. Write it as 2026-11-25T12:00Z.`);
    const later = at === undefined ? (await backupsIn(source)).filter(({ atMs }) => atMs > untilMs) : [];
    for (const { name } of later)
      process.stderr.write(`${name} is left out: its time is after now. To restore it, name its time with --at.\n`);
    return readFolder(source, untilMs);
  }
  if (at !== undefined) throw new UsageError('"--at" chooses a backup in a folder. Name a folder of backups.');
  if (source !== '-' && !found?.isFile()) throw new UsageError(`The file ${source} does not exist.`);
  return readArchive(source === '-' ? process.stdin : createReadStream(source));
}

const PROGRESS_MS = 1000;
