import { UnrecognizedActionError } from 'next/dist/client/components/unrecognized-action-error.js';
import { expect, test } from 'vitest';
import { callAction } from './call-action.ts';

test('returns the response, or a refusal without one', async () => {
  expect(await callAction(Promise.resolve({ ok: true }))).toEqual({ ok: true });
  const unanswered = { ok: false, message: expect.stringContaining('not responding') };
  expect(await callAction(Promise.reject(new TypeError('Failed to fetch')))).toEqual(unanswered);
  // A response from a proxy.
  expect(await callAction(Promise.reject(new Error('An unexpected response was received.')))).toEqual(unanswered);
});

test('a page from before an upgrade gets a refusal to reload', async () => {
  expect(
    await callAction(Promise.reject(new UnrecognizedActionError('Server Action "7f" was not found'))),
  ).toMatchObject({
    ok: false,
    message: expect.stringContaining('was updated'),
    isOutdated: true,
  });
});

test('rethrows server errors', async () => {
  const thrown = Object.assign(new Error('It failed'), { digest: '154953950' });
  await expect(callAction(Promise.reject(thrown))).rejects.toThrow('It failed');
});
