import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { invalidateReads, read } from './read.ts';

const fetched = vi.fn<(url: string) => Promise<Response>>();
beforeEach(() => {
  invalidateReads();
  fetched.mockReset().mockImplementation(async () => Response.json({ newCount: 1, changed: 0 }));
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const ask = () => read('issueUpdates', 7, { list: {}, sinceMs: 1 });

test('the URL has the read, the organization and the parameters', async () => {
  expect(await ask()).toEqual({ newCount: 1, changed: 0 });
  const url = new URL(fetched.mock.calls[0]![0], 'https://seismo.example');
  expect([url.pathname, url.searchParams.get('organization')]).toEqual(['/read/issueUpdates', '7']);
  expect(JSON.parse(url.searchParams.get('params')!)).toEqual({ list: {}, sinceMs: 1 });
});

test('an answer is used again for ten seconds, until something changes', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  await ask();
  await ask();
  expect(fetched).toHaveBeenCalledTimes(1);
  invalidateReads();
  await ask();
  expect(fetched).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(10_001);
  await ask();
  expect(fetched).toHaveBeenCalledTimes(3);
});

test('an answer that was requested before a change is not used again, nor is a refusal', async () => {
  const early = ask();
  invalidateReads();
  await early;
  await ask();
  expect(fetched).toHaveBeenCalledTimes(2);
  invalidateReads();
  fetched.mockImplementation(async () => new Response('not found', { status: 404 }));
  await expect(ask()).rejects.toThrow('404 not found');
  await expect(ask()).rejects.toThrow('404');
  expect(fetched).toHaveBeenCalledTimes(4);
});
