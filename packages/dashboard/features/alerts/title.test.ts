import { expect, test } from 'vitest';
import { titleOf } from './title.ts';

const issue = { id: 1, shortId: 'SHOP-1', type: 'TypeError', value: 'x is null', culprit: '', level: 'error' } as const;

test('an alert has the name of its issue, or the condition of its metric', () => {
  expect(titleOf({ issue: issue as never, metric: null })).toEqual({
    title: 'TypeError',
    detail: 'x is null',
    name: 'SHOP-1',
  });
  expect(titleOf({ issue: { ...issue, type: '' } as never, metric: null })).toMatchObject({
    title: 'x is null',
    detail: '',
  });
  const metric = { level: 'ok', isReminder: false, openSinceMs: 0 } as const;
  const words = { condition: 'Events above 100 in 1 hour', reading: '142 events in 1 hour' };
  expect(titleOf({ issue: null, metric: { ...metric, ...words } })).toEqual({
    title: words.condition,
    detail: words.reading,
    name: words.condition,
  });
});
