import { limits } from '@seismo/protocol';
import { expect, test } from 'vitest';
import { feedbackHref, readFeedbackFilter } from './search-params.ts';

test('an empty URL shows open feedback, and round-trips', () => {
  const filter = readFeedbackFilter({});
  expect(filter).toMatchObject({ projects: [], environments: [], range: '14d', issue: null, status: 'open' });
  expect(feedbackHref(filter)).toBe('/feedback');
});

test("the URL's parameters round-trip", () => {
  const text = '/feedback?project=shop&environment=staging&range=7d&issue=SHOP-1&status=spam&cursor=abc';
  const filter = readFeedbackFilter(Object.fromEntries(new URLSearchParams(text.split('?')[1])));
  expect(filter).toMatchObject({ projects: ['shop'], issue: 'SHOP-1', status: 'spam', cursor: 'abc' });
  expect(feedbackHref(filter)).toBe(text);
});

test('the URL has as much text as a saved search', () => {
  expect(readFeedbackFilter({ query: 'x'.repeat(999) }).text).toHaveLength(limits.TEXT_SEARCH_CHARS_MAX);
});

test('unknown parameters are ignored', () => {
  const filter = readFeedbackFilter({ status: ['gone'], range: 'ever', project: '' });
  expect(feedbackHref(filter)).toBe('/feedback');
});
