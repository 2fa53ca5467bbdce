import type { SettingReads, SettingWrites } from './contract.ts';

/** The setting with the last backup that was completed; `''` after a restore. */
export const LAST_BACKUP = 'last-backup';

export interface LastBackup {
  /** The time that it is of. */
  atMs: number;
  /** The folder that it is in; `null`: a file that the command wrote. */
  folder: string | null;
  /** The name of the last backup in a folder, which the next one in that folder continues. */
  baseName: string | null;
}

export async function lastBackup(state: Pick<SettingReads, 'setting'>): Promise<LastBackup | null> {
  const value = await state.setting(LAST_BACKUP);
  return value ? (JSON.parse(value) as LastBackup) : null;
}

export async function setLastBackup(tx: SettingWrites, last: LastBackup): Promise<void> {
  await tx.setSetting(LAST_BACKUP, JSON.stringify(last));
}
