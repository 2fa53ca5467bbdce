import { expect, onTestFinished, test } from 'vitest';
import { hasPostgres, startPostgres } from '../../packages/server/src/testing/postgres.ts';
import { crash } from './crash.ts';

test.for([
  { engine: 'SQLite', rounds: 14, acknowledged: 1_000 },
  { engine: 'PostgreSQL', rounds: 11, acknowledged: 300 },
])(
  'every acknowledged report is there exactly once after kill -9, and the ledger balances, on $engine',
  // Ends a hang only: how long the rounds take depends on the machine.
  { timeout: 900_000 },
  async ({ engine, rounds, acknowledged }, { skip }) => {
    let stateUrl: string | undefined;
    if (engine === 'PostgreSQL') {
      if (!hasPostgres) skip();
      const postgres = startPostgres();
      onTestFinished(() => postgres.stop());
      stateUrl = postgres.createStore();
    }
    const report = await crash({ rounds, seed: 20_261_121, say: console.log, ...(stateUrl && { stateUrl }) });
    expect(report.problems).toEqual([]);
    expect(report.rounds).toBe(rounds);
    expect(report.acknowledged).toBeGreaterThan(acknowledged);
  },
);
