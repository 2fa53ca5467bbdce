import type { TeamId, UserId } from '@seismo/protocol';
import { expect, test } from 'vitest';
import type { AssigneeView } from '../ownership/assignee.ts';
import { mentionsIn } from './mentions.ts';

const user = (userId: number, name: string, email: string): AssigneeView => ({
  kind: 'user',
  userId: userId as UserId,
  name,
  email,
});
const among: AssigneeView[] = [
  user(1, 'Ada', 'ada@shop.example'),
  user(2, 'Ada Lovelace', 'lovelace@shop.example'),
  user(3, 'Bob', 'bob@shop.example'),
  user(4, 'Bob', 'bob2@shop.example'),
  user(5, 'Zoë (ops) $1', 'zoe@shop.example'),
  { kind: 'team', teamId: 9 as TeamId, slug: 'web', name: 'Web team' },
];
const mentioned = (text: string) =>
  mentionsIn(text, among).map((one) => `${one.kind === 'user' ? one.userId : `#${one.teamId}`} ${one.name}`);

test('a member is mentioned by name or address, a team by its slug, in any case', () => {
  expect(mentioned('@ada, see @BOB2@shop.example and @Web!')).toEqual(['1 ada', '4 BOB2@shop.example', '#9 Web']);
  expect(mentioned('(@Zoë (ops) $1)')).toEqual(['5 Zoë (ops) $1']);
  expect(mentioned('**@Ada**')).toEqual(['1 Ada']);
});

test('the longest name counts, and all members with it', () => {
  expect(mentioned('@Ada Lovelace')).toEqual(['2 Ada Lovelace']);
  expect(mentioned('@Ada Love')).toEqual(['1 Ada']);
  expect(mentioned('@Bob')).toEqual(['3 Bob', '4 Bob']);
  expect(mentioned('@Ada @Ada')).toEqual(['1 Ada']);
});

test('parts of words and addresses mention none', () => {
  for (const text of [
    'ops@ada.example',
    'x@Ada',
    '@Adam',
    '@webs',
    '@lovelace@shop.examples',
    '@ Ada',
    '@',
    '',
    'Ada',
  ]) {
    expect(mentioned(text), text).toEqual([]);
  }
});

test('a text of only @ signs is read in time that grows with its length', () => {
  expect(mentioned('@'.repeat(10_000))).toEqual([]);
});
