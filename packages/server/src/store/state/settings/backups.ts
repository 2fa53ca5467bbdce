import type { SettingReads, SettingWrites } from './contract.ts';

const BACKUPS = 'backups';
const SCHEDULE = 'backup-schedule';

/** The settings of a server that was restored: backups and schedule of the server that it replaces are not its own. */
export const noBackups = { [BACKUPS]: '', [SCHEDULE]: '' };

/** A backup in a folder, which the next one in that folder continues. */
export interface BackupInFolder {
  folder: string;
  /** The name of its list. */
  name: string;
  /** The time that it is of. */
  atMs: number;
}

interface BackupRecords {
  /** The last one in each folder, the folder of the newest first. */
  inFolders: BackupInFolder[];
  /** The time of the last one that the command wrote to a file. */
  toFileAtMs: number | null;
}

/** More than anyone writes to between two scheduled backups. */
const FOLDER_COUNT_MAX = 20;

type Reads = Pick<SettingReads, 'setting'>;
type Store = Reads & { write(work: (tx: SettingWrites) => Promise<void>): Promise<void> };

async function recordsIn(state: Reads): Promise<BackupRecords> {
  const value = await state.setting(BACKUPS);
  return value ? (JSON.parse(value) as BackupRecords) : { inFolders: [], toFileAtMs: null };
}

/** The last backup in a folder. */
export async function lastBackupIn(state: Reads, folder: string): Promise<BackupInFolder | null> {
  return (await recordsIn(state)).inFolders.find((each) => each.folder === folder) ?? null;
}

/** The last backup in this folder; if there is none, that in any other: the folder may have been moved. */
export async function backupToContinue(state: Reads, folder: string): Promise<BackupInFolder | null> {
  return (await lastBackupIn(state, folder)) ?? (await recordsIn(state)).inFolders[0] ?? null;
}

export interface LastBackup {
  /** The time that it is of. */
  atMs: number;
  /** The folder that it is in; `null`: a file that the command wrote. */
  folder: string | null;
}

/** The newest backup anywhere up to now: a later time is that of a clock that was ahead. */
export async function lastBackup(state: Reads, nowMs: number): Promise<LastBackup | null> {
  const { inFolders, toFileAtMs } = await recordsIn(state);
  const all: LastBackup[] = inFolders.map(({ atMs, folder }) => ({ atMs, folder }));
  if (toFileAtMs !== null) all.push({ atMs: toFileAtMs, folder: null });
  return all.filter(({ atMs }) => atMs <= nowMs).toSorted((one, other) => other.atMs - one.atMs)[0] ?? null;
}

/** `inFolder`: `null` for a backup to a file, which leaves the records of folders unchanged. */
export async function addBackup(
  state: Store,
  atMs: number,
  inFolder: Pick<BackupInFolder, 'folder' | 'name'> | null,
): Promise<void> {
  const { inFolders, toFileAtMs } = await recordsIn(state);
  const others = inFolders.filter(({ folder }) => folder !== inFolder?.folder);
  const records: BackupRecords = inFolder
    ? { inFolders: [{ ...inFolder, atMs }, ...others].slice(0, FOLDER_COUNT_MAX), toFileAtMs }
    : { inFolders, toFileAtMs: atMs };
  await state.write((tx) => tx.setSetting(BACKUPS, JSON.stringify(records)));
}

export interface BackupSchedule {
  folder: string;
  everyMs: number;
}

/** Records since when backups to this folder are scheduled; no change if a time up to now is recorded. */
export async function recordSchedule(state: Store, { folder }: BackupSchedule, nowMs: number): Promise<void> {
  if (((await scheduledSince(state, folder)) ?? Number.POSITIVE_INFINITY) <= nowMs) return;
  await state.write((tx) => tx.setSetting(SCHEDULE, JSON.stringify({ folder, sinceMs: nowMs })));
}

async function scheduledSince(state: Reads, folder: string): Promise<number | null> {
  const value = await state.setting(SCHEDULE);
  const stored = value ? (JSON.parse(value) as { folder: string; sinceMs: number }) : null;
  return stored?.folder === folder ? stored.sinceMs : null;
}

/** A backup may take long, or be repeated after a failure. */
const OVERDUE_FACTOR = 1.5;

export interface ScheduleStatus {
  /** The time of the last backup in the folder of the schedule, on schedule or by command; `null` also if it is after now. */
  lastAtMs: number | null;
  /** No backup was made for one and a half intervals since then, or since the schedule exists. */
  isOverdue: boolean;
}

export async function scheduleStatus(
  state: Reads,
  { folder, everyMs }: BackupSchedule,
  nowMs: number,
): Promise<ScheduleStatus> {
  const last = await lastBackupIn(state, folder);
  const lastAtMs = last && last.atMs <= nowMs ? last.atMs : null;
  const fromMs = lastAtMs ?? (await scheduledSince(state, folder));
  return { lastAtMs, isOverdue: fromMs !== null && nowMs - fromMs > everyMs * OVERDUE_FACTOR };
}
