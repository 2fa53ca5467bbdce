import { expect, test } from 'vitest';
import { addBackup, backupToContinue, lastBackup, lastBackupIn, recordSchedule, scheduleStatus } from './backups.ts';

const HOUR = 3_600_000;
const daily = { folder: '/backups', everyMs: 24 * HOUR };

function settings() {
  const stored = new Map<string, string>();
  return {
    setting: async (name: string) => stored.get(name) ?? null,
    write: (work: (tx: { setSetting(name: string, value: string): Promise<void> }) => Promise<void>) =>
      work({ setSetting: async (name, value) => void stored.set(name, value) }),
  };
}

test('a backup to a file or to another folder leaves the record of the folder as it was', async () => {
  const state = settings();
  await addBackup(state, HOUR, { folder: '/backups', name: 'one.json' });
  await addBackup(state, 30 * HOUR, null);
  await addBackup(state, 40 * HOUR, { folder: '/other', name: 'two.json' });
  const first = { folder: '/backups', name: 'one.json', atMs: HOUR };
  expect(await lastBackupIn(state, '/backups')).toEqual(first);
  expect(await backupToContinue(state, '/backups')).toEqual(first);
  expect(await backupToContinue(state, '/moved')).toMatchObject({ name: 'two.json' });
  expect(await lastBackup(state, 40 * HOUR)).toEqual({ atMs: 40 * HOUR, folder: '/other' });
  expect(await lastBackup(state, 39 * HOUR)).toEqual({ atMs: 30 * HOUR, folder: null });
  expect(await scheduleStatus(state, daily, 40 * HOUR)).toEqual({ lastAtMs: HOUR, isOverdue: true });
});

test('a schedule is overdue one and a half intervals after its last backup, or after it was set', async () => {
  const state = settings();
  expect(await scheduleStatus(state, daily, 1e12)).toEqual({ lastAtMs: null, isOverdue: false });
  await recordSchedule(state, daily, 10 * HOUR);
  // Of a later start of the server.
  await recordSchedule(state, daily, 40 * HOUR);
  const isOverdue = async (nowMs: number) => (await scheduleStatus(state, daily, nowMs)).isOverdue;
  expect([await isOverdue(46 * HOUR), await isOverdue(47 * HOUR)]).toEqual([false, true]);
  await addBackup(state, 47 * HOUR, { folder: '/backups', name: 'one.json' });
  expect([await isOverdue(83 * HOUR), await isOverdue(84 * HOUR)]).toEqual([false, true]);
  const moved = { ...daily, folder: '/moved' };
  await recordSchedule(state, moved, 84 * HOUR);
  expect(await scheduleStatus(state, moved, 100 * HOUR)).toEqual({ lastAtMs: null, isOverdue: false });
});

test('times after now, of a clock that was ahead, count as no backup', async () => {
  const state = settings();
  await recordSchedule(state, daily, 900 * HOUR);
  await recordSchedule(state, daily, 10 * HOUR);
  await addBackup(state, 800 * HOUR, { folder: '/backups', name: 'ahead.json' });
  expect(await scheduleStatus(state, daily, 47 * HOUR)).toEqual({ lastAtMs: null, isOverdue: true });
  expect(await lastBackup(state, 47 * HOUR)).toBeNull();
});
