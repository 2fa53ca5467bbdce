import type { AssigneeView } from '@seismo/server';
import { expect, test } from 'vitest';
import { matchingOptions, mentionOptions, mentionText, typedMention } from './mention-text.ts';

test.each([
  ['@|', { from: 0, typed: '' }],
  ['Ask @a|', { from: 4, typed: 'a' }],
  ['Ask @Ada Lo|', { from: 4, typed: 'Ada Lo' }],
  ['(@web|)', { from: 1, typed: 'web' }],
  ['@Ada and @b|', { from: 9, typed: 'b' }],
  ['@ada@sh|', { from: 0, typed: 'ada@sh' }],
  ['@Ada|, see', { from: 0, typed: 'Ada' }],
  ['\n**@a|', { from: 3, typed: 'a' }],
  ['Ask|', null],
  ['|@a', null],
  ['@A|da', null],
  ['ops@exa|', null],
  ['é@a|', null],
  ['_@a|', null],
  ['@ a|', null],
  ['@Ada\nsee|', null],
  [`@${'a'.repeat(60)}|`, null],
])('%j', (text, expected) => expect(typedMention(text.replace('|', ''), text.indexOf('|'))).toEqual(expected));

const user = (id: number, name: string, email: string) => ({ kind: 'user', userId: id, name, email }) as AssigneeView;
const team = (id: number, slug: string, name: string) => ({ kind: 'team', teamId: id, slug, name }) as AssigneeView;
const options = mentionOptions([
  user(1, 'Ada Lovelace', 'countess@shop.example'),
  user(2, 'Grace Hopper', 'grace@shop.example'),
  user(3, 'grace hopper', 'other@shop.example'),
  user(4, 'eve@shop.example', 'eve@shop.example'),
  team(1, 'grid', 'The Loom'),
]);
const matching = (typed: string) => matchingOptions(options, typed).map(({ text }) => text);

test('a member is mentioned by name, or by address if others have the name, and a team by slug', () => {
  expect(matching('')).toEqual([
    'Ada Lovelace',
    'grace@shop.example',
    'other@shop.example',
    'eve@shop.example',
    'grid',
  ]);
});

test('names, addresses and slugs match from their beginning, and later words of a name after them', () => {
  expect(matching('ADA')).toEqual(['Ada Lovelace']);
  expect(matching('ada l')).toEqual(['Ada Lovelace']);
  expect(matching('Lo')).toEqual(['Ada Lovelace', 'grid']);
  expect(matching('gr')).toEqual(['grace@shop.example', 'other@shop.example', 'grid']);
  expect(matching('countess@')).toEqual(['Ada Lovelace']);
  for (const typed of ['da', 'shop', 'Ada Lovelace ', '@grid', 'x']) expect(matching(typed), typed).toEqual([]);
});

test('at most eight match', () => {
  const many = mentionOptions(Array.from({ length: 20 }, (_, id) => user(id, `Ada ${id}`, `${id}@shop.example`)));
  expect(matchingOptions(many, 'ada')).toEqual(many.slice(0, 8));
});

test('a space follows a mention that is inserted at the end of a line', () => {
  const [ada] = options;
  expect(mentionText(ada!, '')).toBe('@Ada Lovelace ');
  expect(mentionText(ada!, '\nsee')).toBe('@Ada Lovelace ');
  expect(mentionText(ada!, ', see')).toBe('@Ada Lovelace');
  expect(mentionText(ada!, ' see')).toBe('@Ada Lovelace');
});
