import { statfs } from 'node:fs/promises';
import { limits } from '@seismo/protocol';
import { bytesBelow } from '#platform/disk-budget.ts';
import type { State } from './state/contract.ts';

const SETTING = 'disk-budget-bytes';

/** Decided at the first start, and the same from then on: a share of what was free, with what Seismo used already. */
export async function defaultDiskBudget(state: State, dataDir: string): Promise<number> {
  const known = await state.setting(SETTING);
  if (known !== null) return Number(known);
  const { bavail, bsize } = await statfs(dataDir);
  const share = ((bavail * bsize + (await bytesBelow(dataDir))) * limits.DISK_BUDGET_DEFAULT_PERCENT) / 100;
  const bytes = Math.max(limits.DISK_BUDGET_BYTES_MIN, Math.floor(share));
  await state.write((tx) => tx.setSetting(SETTING, String(bytes)));
  return bytes;
}
