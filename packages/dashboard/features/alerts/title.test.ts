import { expect, test } from 'vitest';
import { titleOf } from './title.ts';

const issue = { id: 1, shortId: 'SHOP-1', type: 'TypeError', value: 'x is null', culprit: '', level: 'error' } as const;

test('an alert has the name of its issue, or the condition of its metric', () => {
  expect(titleOf({ issue: issue as never, metric: null, release: null })).toEqual({
    title: 'TypeError',
    detail: 'x is null',
    name: 'SHOP-1',
  });
  expect(titleOf({ issue: { ...issue, type: '' } as never, metric: null, release: null })).toMatchObject({
    title: 'x is null',
    detail: '',
  });
  const metric = { level: 'ok', isReminder: false, openSinceMs: 0, spansPath: null } as const;
  const words = { condition: 'Events above 100 in 1 hour', reading: '142 events in 1 hour' };
  expect(titleOf({ issue: null, metric: { ...metric, ...words }, release: null })).toEqual({
    title: words.condition,
    detail: words.reading,
    name: words.condition,
  });
});

test('an alert about a release has its verdict, and the reasons', () => {
  const release = { version: '1.2.0', environment: '', rating: 'bad' as const, reasons: ['It crashes.', 'It is new.'] };
  expect(titleOf({ issue: null, metric: null, release })).toEqual({
    title: 'Release 1.2.0 looks bad',
    detail: 'It crashes. It is new.',
    name: 'Release 1.2.0 looks bad',
  });
  const unclear = { ...release, rating: 'unclear' as const };
  expect(titleOf({ issue: null, metric: null, release: unclear }).title).toBe('No clear verdict on release 1.2.0');
});
