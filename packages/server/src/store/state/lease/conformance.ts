import assert from 'node:assert/strict';
import { apply } from '../batch/seeds.ts';
import type { StatePromises } from '../state.conformance.ts';
import { LeaseLost } from './contract.ts';

export const leaseConformance: StatePromises = {
  'lets only the server that took the lease last write, and commands at any time': async (command, _project, open) => {
    const first = await open(await command.write((tx) => tx.takeLease('first')));
    const lost: string[] = [];
    first.onLeaseLost(({ message }) => lost.push(message));
    await apply(first, 1, []);

    const second = await open(await command.write((tx) => tx.takeLease('second')));
    await assert.rejects(apply(first, 2, []), LeaseLost);
    await assert.rejects(
      first.write((tx) => tx.setSetting('a', 'first')),
      /^LeaseLost: Another server has taken over the state store: second\./,
    );
    assert.equal(lost.length, 2);
    assert.deepEqual([await second.appliedSequence(), await second.setting('a')], [1, null]);
    await apply(second, 2, []);
    await command.write((tx) => tx.setSetting('a', 'command'));
    assert.equal(await first.setting('a'), 'command');
  },

  'ends a server whose store is set back to a time before it started': async (_state, _project, open) => {
    const state = await open(1);
    await assert.rejects(
      state.write(async () => {}),
      /^LeaseLost: The state store was restored to an earlier time/,
    );
  },
};
