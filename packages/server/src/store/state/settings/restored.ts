import type { AlertWrites } from '#store/state/alerts/contract.ts';
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

/** Messages that were queued at the time of the backup may have been sent since, by the server that it was made of. */
export async function resumeAfterRestore(
  tx: SettingWrites & Pick<AlertWrites, 'cancelQueuedDeliveries'>,
  nowMs: number,
): Promise<void> {
  await tx.setSetting(RESTORED, '');
  await tx.cancelQueuedDeliveries(nowMs);
}
