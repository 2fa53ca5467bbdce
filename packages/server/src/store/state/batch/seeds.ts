import type { State } from '../contract.ts';
import type { IssueFacts } from '../issues/contract.ts';
import { nothingApplied, type StateBatch } from './contract.ts';

export async function apply(
  state: State,
  sequence: number,
  issues: IssueFacts[],
  change: Partial<StateBatch> = {},
): Promise<void> {
  const batch = {
    sequence,
    atMs: 3_000,
    ...nothingApplied,
    issues,
    ...change,
  };
  await state.write((tx) => tx.applyBatch(batch));
}
