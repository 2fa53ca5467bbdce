import { describe, expect, test } from 'vitest';
import { readIssueSearch, type IssueSearch } from './issue-search.ts';
import { exactNames, matches, passes } from './name-pattern.ts';

function search(text: string): IssueSearch {
  const read = readIssueSearch(text);
  if ('problem' in read) throw new Error(read.problem.message);
  return read;
}

function problem(text: string): { message: string; offset: number } {
  const read = readIssueSearch(text);
  if (!('problem' in read)) throw new Error(`"${text}" was understood`);
  return read.problem;
}

describe('a search', () => {
  test('that is empty restricts nothing', () => {
    expect(search('  ')).toMatchObject({
      status: ['unresolved', 'resolved', 'ignored'],
      handled: [true, false],
      words: [],
    });
  });

  test('narrows by status, and by everything but a status', () => {
    expect(search('is:unresolved').status).toEqual(['unresolved']);
    expect(search('!is:resolved').status).toEqual(['unresolved', 'ignored']);
    expect(search('is:[resolved,ignored]').status).toEqual(['resolved', 'ignored']);
    expect(search('is:resolved is:ignored').status).toEqual([]);
  });

  test('narrows by whether the error was handled', () => {
    expect(search('is:unhandled').handled).toEqual([false]);
    expect(search('!is:unhandled').handled).toEqual([true]);
    expect(search('is:handled is:unhandled').handled).toEqual([]);
  });

  test('narrows by level', () => {
    expect(search('level:error').levels).toEqual(['error']);
    expect(search('level:[error, fatal]').levels).toEqual(['fatal', 'error']);
    expect(search('!level:[debug,info]').levels).toEqual(['fatal', 'error', 'warning']);
  });

  test('takes names in quotes, lists and with a star', () => {
    expect(search('release:"my app@1.0"').releases).toEqual([{ negated: false, patterns: ['my app@1.0'] }]);
    expect(search('!environment:[dev*,"a,b"]').environments).toEqual([{ negated: true, patterns: ['dev*', 'a,b'] }]);
    expect(search('release:a:b').releases[0]!.patterns).toEqual(['a:b']);
  });

  test('has words to find and words to leave out', () => {
    expect(search('timeout !retry "cannot read" !"of null" foo(bar)')).toMatchObject({
      words: ['timeout', 'cannot read', 'foo(bar)'],
      withoutWords: ['retry', 'of null'],
    });
  });

  test('may be a pasted error message', () => {
    expect(search('TypeError: cannot read x').words).toEqual(['TypeError:', 'cannot', 'read', 'x']);
  });

  test.each([
    ['is:unresolved brwoser:Safari', 14, 'The keys are is:, level:, environment:, release:, project:, firstRelease:'],
    ['!user:x', 1, 'There is no key "user:"'],
    ['constructor:x', 0, 'There is no key "constructor:"'],
    ['level:', 6, 'needs a value'],
    ['a level:loud', 2, '"loud" is none of them'],
    ['is:[resolved,unhandled]', 0, 'terms of their own'],
    ['release:"1.0', 8, 'no end'],
    ['level:[error', 6, 'no closing'],
    ['level:[error fatal]', 13, 'commas'],
    ['level:[,]', 7, 'missing'],
    ['a ! b', 2, 'Nothing follows'],
    ['a OR b', 2, 'no groups or alternatives'],
    ['(a b)', 0, 'no groups or alternatives'],
    ['""', 0, 'nothing between'],
    ['firstRelease:1.*', 0, 'one whole release'],
    [`${'a '.repeat(41)}`, 80, 'at most 40'],
    ['x'.repeat(1001), 1000, 'at most 1000'],
  ])('%j has a problem at character %d', (text, offset, words) => {
    const found = problem(text);
    expect(found.offset).toBe(offset);
    expect(found.message).toContain(words);
  });
});

describe('a pattern of names', () => {
  test.each([
    ['1.4.2', '1.4.*', true],
    ['1.4', '1.4.*', false],
    ['shop@1.4.2', '*@1.*.2', true],
    ['abc', '*', true],
    ['', '*', true],
    ['aba', 'ab*ba', false],
    ['a.c', 'abc', false],
    ['abcbd', 'a*bc*d', true],
  ])('%j against %j: %j', (name, pattern, expected) => expect(matches(name, pattern)).toBe(expected));

  test('takes hostile patterns in little time', () => {
    expect(matches('a'.repeat(1000), `${'*a'.repeat(490)}b`)).toBe(false);
  });

  test('names are listed only where no star is', () => {
    const only = { negated: false, patterns: ['a', 'b'] };
    const not = { negated: true, patterns: ['b'] };
    expect(exactNames([only, not])).toEqual(['a']);
    expect(exactNames([not])).toBeNull();
    expect(exactNames([{ negated: false, patterns: ['a*'] }])).toBeNull();
    expect(passes(['shop', '42'], [{ negated: true, patterns: ['shop'] }])).toBe(false);
  });
});
