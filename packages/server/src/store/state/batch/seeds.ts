import type { State } from '../contract.ts';
import type { IssueFacts } from '../issues/contract.ts';
import { nothingApplied, type StateBatch } from './contract.ts';

export async function apply(
  state: State,
  sequence: number,
  issues: IssueFacts[],
  change: Partial<StateBatch> = {},
): Promise<void> {
  const after = Math.min(await state.appliedSequence(), sequence - 1);
  const batch = { ...nothingApplied, after, sequence, atMs: 3_000, issues, ...change };
  await state.write((tx) => tx.applyBatch(batch));
}
