import { expect, test } from 'vitest';
import { limits } from '@seismo/protocol';
import { noteClientReport } from './note-client-report.ts';

test('dropped items are summed per category and reason', () => {
  const discarded_events = [
    { reason: 'before_send', category: 'error', quantity: 2 },
    { reason: 'before_send', category: 'error', quantity: 1 },
    { reason: 'no_parent_span', category: 'span', quantity: 14 },
  ];
  expect(noteClientReport({ raw: { discarded_events } })).toEqual([
    { category: 'error', reason: 'before_send', quantity: 3 },
    { category: 'span', reason: 'no_parent_span', quantity: 14 },
  ]);
});

test('invalid numbers are left out, and unknown words are counted together', () => {
  const quantities = [0, -1, 1.5, '3', Number.NaN, null].map((quantity) => ({ reason: 'r', category: 'c', quantity }));
  const hostile = ['<script>', 'x'.repeat(500), {}, undefined].map((word) => ({
    reason: word,
    category: word,
    quantity: 1,
  }));
  expect(noteClientReport({ raw: { discarded_events: [...quantities, null, 7, ...hostile] } })).toEqual([
    { category: 'other', reason: 'other', quantity: hostile.length },
  ]);
});

test('a report is bounded, and an invalid one is empty', () => {
  const each = { reason: 'before_send', category: 'error', quantity: 1 };
  const discarded_events = Array.from({ length: 5000 }, () => each);
  expect(noteClientReport({ raw: { discarded_events } })).toEqual([
    { ...each, quantity: limits.CLIENT_REPORT_ENTRY_COUNT_MAX },
  ]);
  for (const raw of [{}, { discarded_events: {} }]) expect(noteClientReport({ raw })).toEqual([]);
});
