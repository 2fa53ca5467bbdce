import { expect, test } from 'vitest';
import { levels } from '@seismo/protocol';
import { apply } from '#store/state/batch/seeds.ts';
import { priorities, hasPriority, priorityOf } from './priority.ts';
import { facts, listing, seed } from '#store/state/issues/seeds.ts';
import { seedProject } from '#store/state/projects/seeds.ts';
import { openTestState } from '../../testing/new-stores.ts';

type Asked = Parameters<typeof priorityOf>[0];
const plain: Asked = { level: 'error', handled: null, substate: 'ongoing', priority: null };

test.each<[Partial<Asked>, string, string]>([
  [{ level: 'fatal' }, 'high', 'Fatal error.'],
  [{ handled: false }, 'high', 'Unhandled error.'],
  [{ handled: true }, 'medium', 'Error.'],
  [{}, 'medium', 'Error.'],
  [{ substate: 'escalating' }, 'high', 'Error, escalating.'],
  [{ level: 'warning', handled: false }, 'medium', 'Warning.'],
  [{ level: 'info' }, 'low', 'Level info.'],
  [{ level: 'debug', substate: 'escalating' }, 'medium', 'Level debug, escalating.'],
  [{ level: 'fatal', priority: 'low' }, 'low', 'Set manually.'],
])('%j is %s: %s', (change, level, why) => {
  expect(priorityOf({ ...plain, ...change })).toMatchObject({ level, why });
});

test('a search for a priority finds the issues that are displayed with it', async () => {
  const state = await openTestState();
  const project = await seedProject(state);
  const substates = ['new', 'ongoing', 'regressed', 'escalating', null] as const;
  const all = levels.flatMap((level) =>
    [true, false, null].flatMap((handled) =>
      substates.flatMap((substate) =>
        [...priorities, null].map((priority) => ({ level, handled, substate, priority })),
      ),
    ),
  );
  const made = await state.write((tx) => tx.ensureIssues(all.map((_, index) => seed(project, String(index)))));
  const ids = all.map((_, index) => made.get(String(index))!);
  await apply(
    state,
    1,
    all.map(({ level, handled }, index) => facts(ids[index]!, { level, handled })),
  );
  const times = { statusAtMs: 1, resolution: null, archive: null, regressedAtMs: null };
  await state.write((tx) =>
    tx.updateIssues(
      all.map(({ substate, priority }, index) => {
        const status = substate === null ? ('archived' as const) : ('unresolved' as const);
        return { id: ids[index]!, priority, state: { status, substate, ...times } };
      }),
    ),
  );
  for (const priority of priorities) {
    const search = { ...listing(project), where: hasPriority(priority), count: all.length };
    const found = (await state.listIssues(search)).map(({ id }) => id);
    const expected = ids.filter((_, index) => priorityOf(all[index]!).level === priority);
    expect(new Set(found)).toEqual(new Set(expected));
  }
});
