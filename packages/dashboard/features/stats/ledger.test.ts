import { expect, test } from 'vitest';
import { parts } from './ledger.ts';

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
