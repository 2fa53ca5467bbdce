import { expect, test } from 'vitest';
import { priorityOf } from './priority.ts';

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
