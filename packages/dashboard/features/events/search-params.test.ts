import { expect, test } from 'vitest';
import { eventsHref, readEventsUrlState } from './search-params.ts';

const back = (href: string) => {
  const { searchParams, pathname } = new URL(href, 'http://seismo.test');
  return { pathname, urlState: readEventsUrlState(Object.fromEntries(searchParams)) };
};

test('a URL is parsed and written back unchanged', () => {
  const urlState = readEventsUrlState({ query: 'plan:team "a b"', range: '7d', environment: 'dev', cursor: 'abc' });
  expect(urlState).toEqual({
    query: 'plan:team "a b"',
    environments: ['dev'],
    range: '7d',
    cursor: 'abc',
    count: 50,
  });
  expect(back(eventsHref('SHOP-1', urlState))).toEqual({ pathname: '/issues/SHOP-1/events', urlState });
});

test('a custom range survives its URL to the second', () => {
  const fromMs = Date.UTC(2026, 10, 21, 9, 30);
  for (const toMs of [fromMs + 1000, fromMs + 3_600_000]) {
    const href = eventsHref('SHOP-1', { range: { fromMs, toMs } });
    expect(href).toContain('from=2026-11-21T09%3A30Z');
    expect(back(href).urlState.range).toEqual({ fromMs, toMs });
  }
});

test('a selected named range overrides a custom range', () => {
  const moments = { from: '2026-11-21T09:30Z', to: '2026-11-21T10:30Z' };
  expect(readEventsUrlState({ ...moments, range: '24h' }).range).toBe('24h');
  expect(readEventsUrlState({ ...moments, range: 'all' }).range).toBeNull();
  expect(readEventsUrlState({ ...moments, range: '' }).range).toBeNull();
  expect(readEventsUrlState({ ...moments, range: 'stretch' }).range).toMatchObject({
    toMs: Date.UTC(2026, 10, 21, 10, 30),
  });
});

test('missing or unknown parameters stay open', () => {
  expect(readEventsUrlState({ range: 'ever', cursor: '' })).toEqual({
    query: '',
    environments: [],
    range: null,
    cursor: null,
    count: 50,
  });
  for (const from of ['yesterday', '2026-13-41T09:30Z', '0001-01-01T00:00Z'])
    expect(readEventsUrlState({ from, to: '2026-11-21T10:30Z' }).range).toBeNull();
  expect(eventsHref('A/B', {})).toBe('/issues/A%2FB/events');
});
