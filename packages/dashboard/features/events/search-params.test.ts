import { expect, test } from 'vitest';
import { eventsHref, readEventsAsked } from './search-params.ts';

test('what the URL says is what is asked, and back', () => {
  const asked = readEventsAsked({ query: 'plan:team "a b"', range: '7d', cursor: 'abc' });
  expect(asked).toEqual({ query: 'plan:team "a b"', range: '7d', cursor: 'abc', count: 50 });
  const { searchParams, pathname } = new URL(eventsHref('SHOP-1', asked), 'http://seismo.test');
  expect(pathname).toBe('/issues/SHOP-1/events');
  expect(readEventsAsked(Object.fromEntries(searchParams))).toEqual(asked);
});

test('what is missing or unknown is left open', () => {
  expect(readEventsAsked({ range: 'ever', cursor: '' })).toEqual({ query: '', range: null, cursor: null, count: 50 });
  expect(eventsHref('A/B', {})).toBe('/issues/A%2FB/events');
});
