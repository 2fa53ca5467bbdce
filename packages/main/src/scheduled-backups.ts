import { stat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  lastBackupIn,
  recordSchedule,
  Refusal,
  startScheduler,
  type Backups,
  type Clock,
  type Log,
  type ServerHealth,
  type State,
} from '@seismo/server/parts';
import { backupRequest } from './backup-request.ts';
import type { Config } from './config.ts';

/** After a backup that failed. */
const RETRY_MS = 15 * 60_000;

export interface BackupSchedule {
  /** Of the last scheduled backup; `null` if it has succeeded, or there was none since the start. */
  failure(): ServerHealth['backups']['failure'];
  stop(): Promise<void>;
}

interface ScheduleDeps {
  config: Config;
  backups: Backups;
  state: Pick<State, 'setting' | 'write'>;
  clock: Clock;
  log: Log;
  isMigrating(): boolean;
}

/** Backs up to the folder of the settings whenever the last backup that these stores wrote to it is old enough. */
export function scheduleBackups({ config, backups, state, clock, log, isMigrating }: ScheduleDeps): BackupSchedule {
  if (config.backups === null) return { failure: () => null, stop: async () => {} };
  const { folder, everyMs, keepMs } = config.backups;
  let retryAtMs = 0;
  let failure: ServerHealth['backups']['failure'] = null;

  async function run(): Promise<void> {
    const beganAtMs = clock.now();
    if (beganAtMs < retryAtMs || isMigrating()) return;
    try {
      await recordSchedule(state, { folder, everyMs }, beganAtMs);
      const last = await lastBackupIn(state, folder);
      const isRecent = last !== null && last.atMs <= beganAtMs && beganAtMs < last.atMs + everyMs;
      if (isRecent && (await exists(join(folder, last.name)))) {
        // The command may have made it since.
        failure = null;
        return;
      }
      await requireDisk(folder, state);
      const request = await backupRequest(config, { passphrase: config.backupPassphrase, folder, keepMs });
      const { bytes, result } = await backups.start(request);
      bytes.resume();
      const { written, blobs, pausedMs, notPruned } = await result;
      failure = null;
      const facts = { folder, ...written, blobs: blobs.count, pausedMs, durationMs: clock.now() - beganAtMs };
      log.info({ stage: 'backup', ...facts, name: undefined, file: written?.name }, 'backed up');
      if (notPruned !== null)
        log.warn({ stage: 'backup', folder, reason: notPruned }, 'older backups could not be removed');
      if (written!.damaged > 0) {
        log.warn(
          { stage: 'backup', folder, objects: written!.damaged },
          'earlier backups have missing or damaged content; this one was written without it',
        );
      }
    } catch (error) {
      // One by command runs; the next minute tries again.
      if (error instanceof Refusal && error.code === 'too-many') return;
      const { message: reason } = error as Error;
      retryAtMs = clock.now() + RETRY_MS;
      failure = { atMs: clock.now(), reason };
      log.error({ stage: 'backup', folder, reason }, 'a backup failed');
    }
  }

  const { stop } = startScheduler([{ everyMinutes: 1, run }], () => {});
  return { failure: () => failure, stop };
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** A folder without its disk is empty, and writing to it would fill another disk. */
async function requireDisk(folder: string, state: Pick<State, 'setting'>): Promise<void> {
  const last = await lastBackupIn(state, folder);
  // A folder that does not exist is refused by the backup.
  const names = await readdir(folder).catch(() => null);
  if (last === null || names === null || names.length > 0) return;
  throw new Error(
    `The folder ${folder} is empty, but the backup of ${new Date(last.atMs).toISOString()} was written to it. Mount its disk. If the backups were removed on purpose, run "seismo backup ${folder}" once.`,
  );
}
