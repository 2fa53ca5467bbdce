import { expect, test } from 'vitest';
import type { IssueId } from '@seismo/protocol';
import { printSearch } from './print.ts';
import { compileIssueSearch, readSearch } from './compile-search.ts';
import { orProblem } from '#query/search/or-problem.ts';
import { anonymous } from '../permissions/viewer.ts';
import type { Known } from './keys.ts';
import { compareVersions, readVersion } from './versions.ts';

const known: Known = {
  nowMs: Date.UTC(2026, 10, 21, 12),
  projects: [],
  releases: [],
  viewer: anonymous,
  members: [],
  teamIds: [],
};

async function understood(text: string) {
  return orProblem(text, async () => compileIssueSearch(readSearch(text), known).complete([]));
}

test.each([
  ['', ''],
  ['  is:unresolved   timeout ', 'is:unresolved timeout'],
  ['a AND b', 'a b'],
  ['a OR b c', 'a OR (b c)'],
  ['(a b) OR (c)', '(a b) OR c'],
  ['((a OR b)) c', '(a OR b) c'],
  ['NOT a', '!a'],
  ['NOT !a', 'a'],
  ['!(a OR b)', '!(a OR b)'],
  ['release:"1.4"', 'release:1.4'],
  ['message:"a * b"', 'message:"a * b"'],
  ['level:[ error , "fatal" ]', 'level:[error,fatal]'],
  ['tags[my key]:x', 'tags[my key]:x'],
  ['tags["a]b"]:x', 'tags["a]b"]:x'],
  ['timesSeen:>=10', 'timesSeen:>=10'],
  ['release:a:b', 'release:a:b'],
  ['TypeError: cannot read foo(bar)', 'TypeError: cannot read foo(bar)'],
  ['https://shop.example/cart', 'https://shop.example/cart'],
])('%j is read as %j', (text, printed) => expect(printSearch(readSearch(text))).toBe(printed));

test.each<[text: string, from: number, words: string, suggestion?: string]>([
  ['level:', 0, 'needs a value'],
  ['a level:eror', 8, 'Unknown value "eror"', 'error'],
  ['is:[unresolvd,new]', 4, 'Unknown value "unresolvd"', 'unresolved'],
  ['is:>new', 0, 'cannot be compared'],
  ['level:err*', 6, 'the wildcard "*"'],
  ['timesSeen:many', 10, 'needs a number'],
  ['lastSeen:yesterday', 9, '-24h'],
  ['lastSeen:2026-13-41', 9, 'is not a time'],
  ['release:"1.0', 8, 'no closing quote'],
  ['level:[error', 6, 'no closing "]"'],
  ['level:[error fatal]', 13, 'commas'],
  ['level:[,]', 7, 'Add a value'],
  ['a ! b', 2, 'to exclude right after the "!"'],
  ['a OR', 2, 'Add a term after "OR"'],
  ['OR a', 0, 'Add a term before "OR"', '"OR"'],
  ['a AND', 2, 'Add a term after "AND", or remove it.'],
  ['NOT', 0, 'Add the term to exclude after "NOT"'],
  ['(a b', 0, 'no closing ")"'],
  ['a b)', 3, 'no opening "("'],
  ['a () b', 2, 'parentheses are empty'],
  ['a foo(bar b', 5, 'not closed before the word ends'],
  ['""', 0, 'quotes are empty'],
  ['*', 0, 'matches everything'],
  ['id:xyz', 3, '32 hexadecimal'],
  ['issue.id:SHOP-1', 9, 'needs a numeric ID'],
  ['issue.priority:urgent', 15, 'high, medium, low'],
  ['regressed:soon', 10, '-24h'],
  ['has:is', 0, 'always present'],
  ['tags[x', 0, 'tags[name]:value'],
  [`${'a '.repeat(41)}`, 80, 'at most 40'],
  ['x'.repeat(1001), 1000, 'the limit is 1000'],
  [`is:unresolved "${'a '.repeat(490)}"`, 55, 'at most 20 words'],
  ['x '.concat('a.'.repeat(21)), 42, 'at most 20 words'],
  ['データベースに接続できませんでした。もう一度', 21, 'at most 20 words'],
  [`user.email:*${'a*'.repeat(5)}`, 21, 'at most 5 wildcards'],
  [`"${'*a'.repeat(480)}"`, 11, 'at most 5 wildcards'],
  ['release:[1.*,a*b*c*d*e*f*g]', 24, 'at most 5 wildcards'],
  [`${'('.repeat(11)}a${')'.repeat(11)}`, 10, 'at most 10 levels'],
])('%j has a problem at character %d', async (text, from, words, suggestion) => {
  const found = await understood(text);
  if (!('problem' in found)) throw new Error(`"${text}" was understood`);
  expect(found.problem.from).toBe(from);
  expect(found.problem.to).toBeGreaterThan(from);
  expect(found.problem.message).toContain(words);
  expect(found.problem.suggestion).toBe(suggestion ?? null);
});

test.each([
  'stack.lineno:12',
  'stack.in_app:true',
  'device.arch:arm64',
  'assigned_or_suggested:me',
  'transaction.duration:>5s',
  'measurements.lcp:>5',
  'has:stacktrace',
  'has:device.arch',
])("%s, a field of Sentry's that Seismo does not have, is refused by name", async (text) => {
  const name = /^(?:has:)?([\w.]+)/.exec(text)![1];
  const found = await understood(`is:unresolved ${text}`);
  if (!('problem' in found)) throw new Error(`"${text}" was understood`);
  expect(found.problem).toMatchObject({ from: 14, message: expect.stringContaining(`"${name}"`) });
  expect(found.problem.message).toContain(`tags[${name}]`);
});

test.each([
  ['count():>5', '"count():"'],
  ['count_unique(user):>1', '"count_unique(user):"'],
  ['flags[checkout]:true', '"flags[checkout]:"'],
])('%s, a condition on an aggregate or a flag, is no text', async (text, name) => {
  expect(await understood(text)).toMatchObject({ problem: { message: expect.stringContaining(name) } });
  expect(await understood(`"${text}"`)).toHaveProperty('plan');
});

test('a tag with the name of a field can be searched', async () => {
  for (const [text, key] of [
    ['tags[device.arch]:arm64', 'device.arch'],
    ['tags[status]:active', 'status'],
    ['tags["event.type"]:click', 'event.type'],
  ]) {
    expect(await understood(text!)).toMatchObject({ plan: { event: { any: [{ entry: 'tags', key }] } } });
  }
  expect(await understood('has:tags[device.arch]')).toMatchObject({ plan: { event: {} } });
});

test.each([
  ['issue.category:everything', 'accepts error'],
  ['issue.type:nonsense', 'Unknown value "nonsense"'],
  ['status:closed', 'accepts unresolved'],
  ['substatus:archived', 'accepts new'],
])('%s has a problem', async (text, words) => {
  expect(await understood(text)).toMatchObject({ problem: { message: expect.stringContaining(words) } });
});

test('terms about events form one query, wherever they are', () => {
  const plain = compileIssueSearch(readSearch('is:resolved environment:production plan:team'), known);
  expect(plain.first).toEqual([]);
  expect(plain.complete([]).event).toEqual({
    all: [
      { any: [{ column: 'environment', is: ['production'] }] }.any[0],
      { any: [{ entry: 'tags', key: 'plan', is: ['team'] }] },
    ],
  });
  const mixed = compileIssueSearch(readSearch('is:resolved OR plan:team OR plan:free'), known);
  expect(mixed.first).toHaveLength(1);
  expect(mixed.complete([[7 as IssueId]]).issue).toMatchObject({ any: [{}, { ids: [7] }] });
});

test('times are relative to now, or days, minutes and seconds of UTC', async () => {
  const dayMs = 24 * 3600 * 1000;
  const bounds = async (text: string) => {
    const found = await understood(text);
    if ('problem' in found) throw new Error(found.problem.message);
    return JSON.stringify(found.plan.issue);
  };
  expect(await bounds('lastSeen:-24h')).toContain(`">=","value":${known.nowMs - dayMs}`);
  expect(await bounds('age:+7d')).toContain(`"<=","value":${known.nowMs - 7 * dayMs}`);
  expect(await bounds('firstSeen:>2026-11-20')).toContain(`">=","value":${Date.UTC(2026, 10, 21)}`);
  expect(await bounds('firstSeen:<2026-11-20T10:30')).toContain(`"<","value":${Date.UTC(2026, 10, 20, 10, 30)}`);
  expect(await bounds('firstSeen:2026-11-20T10:30:15+02:00')).toContain(`${Date.UTC(2026, 10, 20, 8, 30, 15)}`);
});

test('versions are ordered as semver says', () => {
  const ordered = ['1.0.0-alpha', '1.0.0-alpha.1', '1.0.0-alpha.beta', '1.0.0-2', '1.0.0-11', '1.0.0', '1.2', '1.10'];
  const byRule = ['1.0.0-2', '1.0.0-11', '1.0.0-alpha', '1.0.0-alpha.1', '1.0.0-alpha.beta', '1.0.0', '1.2', '1.10'];
  expect(ordered.toSorted((a, b) => compareVersions(a, b)!)).toEqual(byRule);
  expect(compareVersions('1.0', '1.0.0')).toBe(0);
  expect(compareVersions('abcdef', '1.0')).toBeNull();
  expect(readVersion('shop@1.4.2+77')).toEqual({ package: 'shop', version: '1.4.2', build: '77' });
});
