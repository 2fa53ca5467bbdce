import { expect, test } from 'vitest';
import { cellsOf, outcomeSeries, keyName, parts, settingsOf } from './ledger.ts';

test('the parts add up to the received items', () => {
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
  expect(outcomeSeries(series).map(({ outcome }) => outcome)).toEqual(['stored', 'invalid']);
});

test('discarded items link to the settings that discard them', () => {
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

test('a number stands for the cells that add up to it', () => {
  const outcomes = [
    { outcome: 'stored', reason: '', quantity: 9 },
    { outcome: 'filtered', reason: 'crawler', quantity: 2 },
  ];
  const kinds = [
    { itemKind: 'event', received: 11, outcomes },
    { itemKind: 'feedback', received: 1, outcomes: [{ outcome: 'filtered', reason: 'crawler', quantity: 1 }] },
  ];
  const clientDiscards = [{ category: 'event', reason: 'sample_rate', quantity: 7 }];
  const sumOf = (itemFilter: Parameters<typeof cellsOf>[1]) =>
    cellsOf({ kinds, clientDiscards }, itemFilter).map(({ itemKind, quantity }) => `${quantity} ${itemKind}`);
  expect(sumOf({ kind: 'event', outcome: '', reason: '' })).toEqual(['9 event', '2 event']);
  expect(sumOf({ kind: '', outcome: 'filtered', reason: 'crawler' })).toEqual(['2 event', '1 feedback']);
  expect(sumOf({ kind: 'feedback', outcome: 'filtered', reason: '' })).toEqual(['1 feedback']);
  expect(sumOf({ kind: 'span', outcome: '', reason: '' })).toEqual([]);
  expect(sumOf({ kind: 'event', outcome: 'client-discard', reason: 'sample_rate' })).toEqual(['7 event']);
});

test('a key has its label, and that of its project beside keys of others', () => {
  const key = (project: string, label: string) => ({
    keyId: 1,
    label,
    project,
    received: 0,
    kinds: [],
    outcomes: [],
    lastAtMs: 0,
  });
  const [web, unknown, api] = [key('web', 'Default'), key('web', ''), key('api', 'Default')];
  expect([web, unknown].map((each) => keyName(each, [web, unknown]))).toEqual(['Default', 'No key recorded']);
  expect(keyName(web, [web, api])).toBe('web: Default');
});
