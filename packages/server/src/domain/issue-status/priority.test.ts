import { expect, test } from 'vitest';
import { levels } from '@seismo/protocol';
import type { Issue } from '#store/state/contract.ts';
import { holds } from '#store/state/issues/condition.memory.ts';
import { priorities } from '#store/state/issues/contract.ts';
import { emptySearch } from '#store/state/search/memory.ts';
import { hasPriority, priorityOf } from './priority.ts';

type Asked = Parameters<typeof priorityOf>[0];
const plain: Asked = { level: 'error', handled: null, substate: 'ongoing', priority: null };

test.each<[Partial<Asked>, string, string]>([
  [{ level: 'fatal' }, 'high', 'It is fatal.'],
  [{ handled: false }, 'high', 'It is an error that nothing handled.'],
  [{ handled: true }, 'medium', 'It is an error.'],
  [{}, 'medium', 'It is an error.'],
  [{ substate: 'escalating' }, 'high', 'It is an error, and it is escalating.'],
  [{ level: 'warning', handled: false }, 'medium', 'It is a warning.'],
  [{ level: 'info' }, 'low', 'Its level is info.'],
  [{ level: 'debug', substate: 'escalating' }, 'medium', 'Its level is debug, and it is escalating.'],
  [{ level: 'fatal', priority: 'low' }, 'low', 'Set by a person.'],
])('%j is %s: %s', (change, level, why) => {
  expect(priorityOf({ ...plain, ...change })).toMatchObject({ level, why });
});

test('a search for a priority finds what is shown with it', () => {
  const substates = ['new', 'ongoing', 'regressed', 'escalating', null] as const;
  for (const level of levels) {
    for (const handled of [true, false, null]) {
      for (const substate of substates) {
        for (const priority of [...priorities, null]) {
          const issue = { level, handled, substate, priority };
          const found = priorities.filter((each) =>
            holds(hasPriority(each), issue as Issue, { ...emptySearch(), bookmarks: [], activities: [] }),
          );
          expect(found).toEqual([priorityOf(issue).level]);
        }
      }
    }
  }
});
