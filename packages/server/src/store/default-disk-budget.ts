import { statfs } from 'node:fs/promises';
import { limits } from '@seismo/protocol';
import { bytesBelow } from '#platform/disk-budget.ts';
import type { State } from './state/contract.ts';

const SETTING = 'disk-budget-bytes';
const RETENTION_FROM = 'retention-from-ms';
const GRACE_MS = 7 * 24 * 3600 * 1000;

/**
 * Decided at the first start, and the same from then on: what Seismo uses already and a share of what is free. What is
 * stored at that time never starts thinning by itself.
 */
export async function defaultDiskBudget(state: State, dataDir: string): Promise<number> {
  const known = await state.setting(SETTING);
  if (known !== null) return Number(known);
  const { bavail, bsize } = await statfs(dataDir);
  const used = await bytesBelow(dataDir);
  const bytes = Math.floor(
    Math.max(
      limits.DISK_BUDGET_BYTES_MIN,
      used + (bavail * bsize * limits.DISK_BUDGET_DEFAULT_PERCENT) / 100,
      (used * 100) / limits.DISK_BUDGET_THIN_PERCENT,
    ),
  );
  await state.write((tx) => tx.setSetting(SETTING, String(bytes)));
  return bytes;
}

/**
 * When data is first removed by age: seven days after the first start of a version that does so, if there are events
 * already, so that owners can set how long they stay.
 */
export async function retentionFromMs(state: State, nowMs: number): Promise<number> {
  const known = await state.setting(RETENTION_FROM);
  if (known !== null) return Number(known);
  const hasEvents = (await state.allProjects()).some(({ firstEventAtMs }) => firstEventAtMs !== null);
  const fromMs = hasEvents ? nowMs + GRACE_MS : nowMs;
  await state.write((tx) => tx.setSetting(RETENTION_FROM, String(fromMs)));
  return fromMs;
}
