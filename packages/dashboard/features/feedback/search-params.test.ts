import { expect, test } from 'vitest';
import { feedbackHref, readFeedbackFilter } from './search-params.ts';

test('an address without anything is what is open, and its own address', () => {
  const filter = readFeedbackFilter({});
  expect(filter).toMatchObject({ projects: [], environments: [], range: '14d', issue: null, status: 'open' });
  expect(feedbackHref(filter)).toBe('/feedback');
});

test('what an address says is read, and written the same', () => {
  const text = '/feedback?project=shop&environment=staging&range=7d&issue=SHOP-1&status=spam&cursor=abc';
  const filter = readFeedbackFilter(Object.fromEntries(new URLSearchParams(text.split('?')[1])));
  expect(filter).toMatchObject({ projects: ['shop'], issue: 'SHOP-1', status: 'spam', cursor: 'abc' });
  expect(feedbackHref(filter)).toBe(text);
});

test('what is unknown is as if it were not there', () => {
  const filter = readFeedbackFilter({ status: ['gone'], range: 'ever', project: '' });
  expect(feedbackHref(filter)).toBe('/feedback');
});
