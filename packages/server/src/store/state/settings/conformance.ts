import assert from 'node:assert/strict';
import type { StatePromises } from '../state.conformance.ts';

export const settingConformance: StatePromises = {
  'stores the newest value of each setting': async (state) => {
    assert.equal(await state.setting('a'), null);
    await state.write(async (tx) => {
      await tx.setSetting('a', '1');
      await tx.setSetting('b', '');
      await tx.setSetting('a', '2');
    });
    assert.deepEqual([await state.setting('a'), await state.setting('b')], ['2', '']);
    assert.deepEqual([...(await state.settings(['b', 'none']))], [['b', '']]);
  },
  'names its engine and the version': async (state) => {
    assert.match(await state.engineVersion(), /^(SQLite|PostgreSQL) \d+\.\d+/);
  },
};
