import { expect, test } from 'vitest';
import { crash } from './crash.ts';

test(
  'every acknowledged report is there exactly once after kill -9, and the ledger balances',
  { timeout: 300_000 },
  async () => {
    const report = await crash({ rounds: 14, seed: 20_261_121, say: console.log });
    expect(report.problems).toEqual([]);
    expect(report.rounds).toBe(14);
    expect(report.acknowledged).toBeGreaterThan(1_000);
  },
);
