import { UnrecognizedActionError } from 'next/dist/client/components/unrecognized-action-error.js';
import { expect, test } from 'vitest';
import { callAction } from './call-action.ts';

test('an answer is handed on, and no answer is a refusal', async () => {
  expect(await callAction(Promise.resolve({ ok: true }))).toEqual({ ok: true });
  const unanswered = { ok: false, message: expect.stringContaining('does not answer') };
  expect(await callAction(Promise.reject(new TypeError('Failed to fetch')))).toEqual(unanswered);
  // What a proxy says in its stead.
  expect(await callAction(Promise.reject(new Error('An unexpected response was received.')))).toEqual(unanswered);
});

test('a page of before an upgrade is told so', async () => {
  expect(
    await callAction(Promise.reject(new UnrecognizedActionError('Server Action "7f" was not found'))),
  ).toMatchObject({
    ok: false,
    message: expect.stringContaining('was updated'),
    isOutdated: true,
  });
});

test('what the server threw stays thrown', async () => {
  const thrown = Object.assign(new Error('It failed'), { digest: '154953950' });
  await expect(callAction(Promise.reject(thrown))).rejects.toThrow('It failed');
});
