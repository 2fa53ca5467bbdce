import { expect, test } from 'vitest';
import { reached } from './reached.ts';

test('an answer is handed on, and no answer is a refusal', async () => {
  expect(await reached(Promise.resolve({ ok: true }))).toEqual({ ok: true });
  expect(await reached(Promise.reject(new TypeError('Failed to fetch')))).toMatchObject({ ok: false });
});

test('what the server threw stays thrown', async () => {
  await expect(reached(Promise.reject(new Error('digest')))).rejects.toThrow('digest');
});
