import { expect, test } from 'vitest';
import { createStop } from './stop.ts';

/** How the process ends after one signal, and its log. */
function ended(close: () => Promise<void>, deadlineMs?: number): Promise<{ code: number; reasons: unknown[] }> {
  const reasons: unknown[] = [];
  return new Promise((resolve) => {
    const log = { error: (fields: object) => void reasons.push((fields as { reason: string }).reason) };
    createStop({ close, exit: (code) => resolve({ code, reasons }), log, ...(deadlineMs && { deadlineMs }) })(0);
  });
}

test('a server that closes ends with 0', async () => {
  expect(await ended(async () => {})).toEqual({ code: 0, reasons: [] });
});

test('a server whose stores fail on close exits with 1 and the reason', async () => {
  const close = () => Promise.reject(new Error('the disk is full'));
  expect(await ended(close)).toEqual({ code: 1, reasons: ['the disk is full'] });
});

test('a server that never closes is ended', async () => {
  const keepsRunning = setInterval(() => {}, 1_000);
  expect(await ended(() => new Promise(() => {}), 10)).toEqual({ code: 1, reasons: ['it took longer than 0.01 s'] });
  clearInterval(keepsRunning);
});
