import type { SettingReads, SettingWrites } from './contract.ts';

/**
 * The setting of a server that was restored from a backup and may not connect to other hosts yet; `''` once an owner has
 * resumed it.
 */
export const RESTORED = 'restored';

export interface RestoredFrom {
  /** The time of the backup. */
  backupAtMs: number;
  restoredAtMs: number;
}

export async function pausedSinceRestore(state: Pick<SettingReads, 'setting'>): Promise<RestoredFrom | null> {
  const value = await state.setting(RESTORED);
  return value ? (JSON.parse(value) as RestoredFrom) : null;
}

export async function resumeAfterRestore(tx: SettingWrites): Promise<void> {
  await tx.setSetting(RESTORED, '');
}
