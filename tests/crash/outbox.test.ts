import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProjectId } from '@seismo/protocol';
import { openState } from '@seismo/server/parts';
import { expect, onTestFinished, test } from 'vitest';
import { hasPostgres, startPostgres } from '../../packages/server/src/testing/postgres.ts';
import { builtProgram } from './server-process.ts';

const ROWS = 20;

test.for(hasPostgres ? ['SQLite', 'PostgreSQL'] : ['SQLite'])(
  'a reader that is killed takes effect exactly once per row, on %s',
  async (engine) => {
    const folder = await mkdtemp(join(tmpdir(), 'seismo-outbox-'));
    const postgres = engine === 'PostgreSQL' ? startPostgres() : null;
    const location = { statePath: join(folder, 'state.sqlite'), stateUrl: postgres?.createStore() ?? null };
    const state = await openState(location);
    onTestFinished(async () => {
      await state.close();
      postgres?.stop();
      await rm(folder, { recursive: true });
    });
    await state.write((tx) => tx.addOutboxReader('counter'));
    const facts = { kind: 'projects-changed' as const, projectIds: [1 as ProjectId], issueId: null };
    await state.write(async (tx) => tx.publish(Array.from({ length: ROWS }, () => facts)));

    const signals: (string | null)[] = [];
    for (const killed of ['in', 'after', 'in', 'never']) {
      const args = [builtProgram('outbox-reader'), location.statePath, location.stateUrl ?? '', killed];
      const [, signal] = await once(spawn(process.execPath, args, { stdio: 'inherit' }), 'exit');
      signals.push(signal as string | null);
    }
    expect(signals).toEqual(['SIGKILL', 'SIGKILL', 'SIGKILL', null]);
    const counts = await Promise.all(Array.from({ length: ROWS }, (_, row) => state.setting(`row-${row + 1}`)));
    expect(counts).toEqual(Array(ROWS).fill('1'));
    expect(await state.outboxReaders()).toMatchObject([{ name: 'counter', position: ROWS, behind: 0 }]);
  },
);
