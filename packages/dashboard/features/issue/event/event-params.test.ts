import { expect, test } from 'vitest';
import { readEventText } from './event-id.ts';
import { chartRange, eventPath, issueHref, issuePath, readIssueUrlState, scopeOf } from './event-params.ts';

test('pasted event IDs are read, and other text is not', () => {
  const id = '5d2c2c4dc4a24b80a944445714b4b2db';
  expect(readEventText(id)).toBe(id);
  expect(readEventText('5D2C2C4D-C4A2-4B80-A944-445714B4B2DB')).toBe(id);
  for (const other of ['', 'latest', `${id}0`, '../../etc/passwd', 'g'.repeat(32)])
    expect(readEventText(other)).toBeNull();
});

test('the view of a stack survives its address', () => {
  for (const all of [true, false])
    for (const oldestFirst of [true, false])
      for (const raw of [true, false])
        for (const minified of [true, false]) {
          const urlState = {
            all,
            oldestFirst,
            raw,
            minified,
            query: 'a:"b c"',
            environments: ['dev'],
            range: '7d' as const,
          };
          const url = new URL(issueHref('/issues/WEB-1', urlState), 'http://localhost');
          expect(readIssueUrlState(Object.fromEntries(url.searchParams))).toEqual(urlState);
        }
});

test('by default the chart shows two weeks, and navigation covers all events', () => {
  const urlState = (params: Record<string, string>) => readIssueUrlState(params);
  const [hour, day] = [3_600_000, 24 * 3_600_000];
  expect([hour, 2 * day, 8 * day].map((age) => chartRange(urlState({}), age))).toEqual(['24h', '7d', '14d']);
  expect(scopeOf(urlState({}))).toEqual({ query: '', environments: [], range: null });
  expect(chartRange(urlState({ range: 'all' }), 0)).toBeNull();
  expect(scopeOf(urlState({ range: '24h' })).range).toBe('24h');
  expect(issueHref('/issues/WEB-1', urlState({}))).toBe('/issues/WEB-1');
});

test('IDs from the outside are encoded in paths', () => {
  expect(issuePath('A/../B')).toBe('/issues/A%2F..%2FB');
  expect(eventPath('WEB-1', 'a?b')).toBe('/issues/WEB-1/events/a%3Fb');
});
