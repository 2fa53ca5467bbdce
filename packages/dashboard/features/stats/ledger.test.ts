import { expect, test } from 'vitest';
import { inTheSum, parts, settingsOf } from './ledger.ts';

test('the parts add up to what was received', () => {
  const ledger = {
    inFlight: 3,
    outcomes: [
      { outcome: 'invalid', reason: 'json', explanation: '', quantity: 2 },
      { outcome: 'stored', reason: '', explanation: '', quantity: 90 },
      { outcome: 'invalid', reason: 'shape', explanation: '', quantity: 5 },
    ],
  };
  expect(parts(ledger)).toEqual([
    { outcome: 'stored', quantity: 90 },
    { outcome: 'invalid', quantity: 7 },
    { outcome: 'in flight', quantity: 3 },
  ]);
});

test('the chart stacks outcomes only, the largest at the bottom', () => {
  const series = ['received', 'invalid', 'stored', 'client-discard'].map((outcome, index) => ({
    outcome,
    values: [index],
  }));
  expect(inTheSum(series).map(({ outcome }) => outcome)).toEqual(['stored', 'invalid']);
});

test('what is kept out leads to the settings that keep it out', () => {
  expect(settingsOf('filtered', 'crawler')?.path).toBe('/filters');
  expect(settingsOf('filtered', 'key-inactive')?.path).toBe('');
  expect(settingsOf('limited', 'spike')?.path).toBe('/limits');
  expect(settingsOf('limited', 'key-rate')?.path).toBe('');
  expect([settingsOf('limited', 'backlog'), settingsOf('stored', ''), settingsOf('invalid', 'json')]).toEqual([
    null,
    null,
    null,
  ]);
});
