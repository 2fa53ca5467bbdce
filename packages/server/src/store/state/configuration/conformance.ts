import assert from 'node:assert/strict';
import { pluck } from '../../../testing/pluck.ts';
import { limits } from '@seismo/protocol';
import { seedProject } from '../projects/seeds.ts';
import type { StatePromises } from '../state.conformance.ts';

export const configurationConformance: StatePromises = {
  "keeps every version of a project's documents, newest first": async (state, { projectId }) => {
    const other = await seedProject(state, 'acme', 'web');
    assert.deepEqual(await state.configurations([projectId]), []);
    assert.deepEqual(await state.configurationStamps([projectId]), new Map());
    const userId = await state.write((tx) =>
      tx.createUser({ email: 'ada@example.com', name: 'Ada', passwordHash: null, createdAtMs: 1 }),
    );
    const filters = { projectId, name: 'filters' as const, atMs: 5, userId, document: { noise: false, list: ['a'] } };
    const write = (draft: Parameters<Parameters<Parameters<typeof state.write>[0]>[0]['writeConfiguration']>[0]) =>
      state.write((tx) => tx.writeConfiguration(draft));
    assert.equal(await write(filters), 1);
    const [before] = (await state.configurationStamps([projectId, other.projectId])).values();
    assert.equal(await write({ ...filters, document: [], userId: null, atMs: 6 }), 2);
    assert.equal(await write({ ...filters, name: 'privacy', document: 'x', atMs: 7 }), 1);
    assert.equal(await write({ ...filters, projectId: other.projectId }), 1);
    const stamps = await state.configurationStamps([projectId]);
    assert.deepEqual([...stamps.keys()], [projectId]);
    assert.notEqual(stamps.get(projectId), before);
    assert.equal((await state.configurationStamps([])).size, 0);

    const second = { ...filters, version: 2, document: [], userId: null, atMs: 6 };
    const privacy = { ...filters, name: 'privacy', version: 1, document: 'x', atMs: 7 };
    assert.deepEqual(await state.configurations([projectId]), [second, privacy]);
    const ofOther = { ...filters, projectId: other.projectId, version: 1 };
    assert.deepEqual(await state.configurations([other.projectId, projectId]), [second, privacy, ofOther]);
    const history = await state.configurationHistory(projectId, 'filters', 10);
    assert.deepEqual(history, [second, { ...filters, version: 1 }]);
    assert.deepEqual(await state.configurationHistory(projectId, 'filters', 1), [second]);
    assert.deepEqual(await state.configurationHistory(projectId, 'limits', 1), []);
  },

  'deletes old versions, and never assigns a number twice': async (state, { projectId }) => {
    const draft = { projectId, name: 'limits' as const, atMs: 5, userId: null, document: {} };
    const versionCount = limits.CONFIGURATION_VERSION_COUNT_MAX + 2;
    await state.write(async (tx) => {
      for (let version = 1; version <= versionCount; version++) {
        assert.equal(await tx.writeConfiguration(draft), version);
      }
    });
    const history = await state.configurationHistory(projectId, 'limits', versionCount);
    assert.equal(history.length, limits.CONFIGURATION_VERSION_COUNT_MAX);
    assert.deepEqual([history[0]!.version, history.at(-1)!.version], [versionCount, 3]);
  },

  'stores the newest titles of filtered events, each once per reason': async (state, { projectId }) => {
    const other = await seedProject(state, 'acme', 'web');
    const countMax = limits.FILTERED_EXAMPLE_COUNT_MAX;
    const titles = Array.from({ length: countMax + 2 }, (_, index) => ({
      projectId,
      reason: 'crawler',
      title: `t${index}`,
      atMs: 10 + index,
    }));
    const noise = { projectId, reason: 'script-error', title: 'Script error.', atMs: 3 };
    await state.write((tx) => tx.saveFilteredExamples([...titles, noise, { ...noise, projectId: other.projectId }]));
    await state.write((tx) => tx.saveFilteredExamples([{ ...noise, atMs: 9 }]));
    await state.write((tx) => tx.saveFilteredExamples([{ ...noise, atMs: 4 }]));
    await state.write((tx) => tx.saveFilteredExamples([]));
    const newest = titles.toReversed().slice(0, countMax);
    assert.deepEqual(await state.filteredExamples(projectId), [...newest, { ...noise, atMs: 9 }]);
    await state.write((tx) => tx.saveFilteredExamples([{ ...titles[0]!, atMs: 100 }]));
    const after = (await state.filteredExamples(projectId)).filter(({ reason }) => reason === 'crawler');
    assert.deepEqual(pluck(after, 'title'), ['t0', ...newest.slice(0, countMax - 1).map(({ title }) => title)]);
  },
};
