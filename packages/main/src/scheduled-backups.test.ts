import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  recordBackup,
  Refusal,
  type Backups,
  type BackupRequest,
  type BackupResult,
  type State,
} from '@seismo/server/parts';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from './config.ts';
import { scheduleBackups } from './scheduled-backups.ts';

const HOUR = 3_600_000;

/** A schedule over a real folder and records, whose backups are empty lists. */
function fixture() {
  const folder = mkdtempSync(join(tmpdir(), 'seismo-schedule-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const stored = new Map<string, string>();
  const state = {
    setting: async (name: string) => stored.get(name) ?? null,
    write: (work: (tx: { setSetting(name: string, value: string): Promise<void> }) => Promise<void>) =>
      work({ setSetting: async (name, value) => void stored.set(name, value) }),
  } as unknown as Pick<State, 'setting' | 'write'>;
  const clock = { nowMs: Date.UTC(2026, 10, 25), now: () => clock.nowMs };
  const config = readConfig({ NODE_ENV: 'test', SEISMO_BACKUP_FOLDER: folder, SEISMO_DATA_DIR: join(folder, 'none') });
  const logged: string[] = [];
  const given = { error: null as Error | null, made: 0 };

  async function complete(request: BackupRequest): Promise<BackupResult> {
    given.made += 1;
    const atMs = clock.now();
    const name = `${new Date(atMs).toISOString().replaceAll(':', '-')}.json`;
    if (request.folder) await writeFile(join(request.folder, name), '[]');
    const written = request.folder === null ? null : { name, bytes: 0 };
    const result = { atMs, written, pausedMs: 0, entries: 0, blobs: { count: 0, bytes: 0 }, notPruned: null };
    await recordBackup(state, request, result as unknown as BackupResult);
    return result as unknown as BackupResult;
  }

  const backups = {
    async start(request: BackupRequest) {
      if (given.error) throw given.error;
      return { bytes: Readable.from([]), result: complete(request) };
    },
  } as unknown as Backups;
  const line = (level: string) => (fields: object, message: string) =>
    void logged.push(`${level}: ${message}${'reason' in fields ? `: ${String(fields.reason)}` : ''}`);
  const log = { info: line('info'), warn: line('warn'), error: line('error') };

  return {
    folder,
    clock,
    given,
    logged,
    /** As `seismo backup` does. */
    byCommand: (to: string | null) => complete({ folder: to } as BackupRequest),
    /** The jobs run once at the start. */
    async tick() {
      logged.length = 0;
      const schedule = scheduleBackups({ config, backups, state, clock, log, isMigrating: () => false });
      await schedule.stop();
      return schedule.failure();
    },
  };
}

test('a folder that lost its backups is refused, also after a backup to a file or to another folder', async () => {
  const { folder, clock, given, logged, byCommand, tick } = fixture();
  await tick();
  expect(logged).toEqual(['info: backed up']);
  clock.nowMs += 20 * HOUR;
  await byCommand(null);
  const other = mkdtempSync(join(tmpdir(), 'seismo-schedule-'));
  onTestFinished(() => rmSync(other, { recursive: true }));
  await byCommand(other);
  // As if its disk is not mounted.
  rmSync(folder, { recursive: true });
  mkdirSync(folder);
  clock.nowMs += 5 * HOUR;
  await tick();
  expect(logged.at(-1)).toMatch(/^error: a backup failed: The folder .* is empty, but the backup of 2026-11-25T00:00/);
  expect(given.made).toBe(3);
  await byCommand(folder);
  clock.nowMs += 25 * HOUR;
  await tick();
  expect(logged).toEqual(['info: backed up']);
});

test('a backup that was made while the clock was ahead does not stop the schedule', async () => {
  const { clock, given, byCommand, folder, tick } = fixture();
  await tick();
  clock.nowMs += 400 * 24 * HOUR;
  await byCommand(folder);
  clock.nowMs -= 399 * 24 * HOUR;
  await tick();
  expect(given.made).toBe(3);
  await tick();
  expect(given.made).toBe(3);
});

test('a scheduled backup that fails is shown, and one by command that runs is no failure', async () => {
  const { clock, given, logged, tick } = fixture();
  given.error = new Refusal('too-many', 'A backup is running already.');
  expect([await tick(), logged]).toEqual([null, []]);
  given.error = new Error('no space left on device');
  expect(await tick()).toEqual({ atMs: clock.nowMs, reason: 'no space left on device' });
});
