import { expect, test } from 'vitest';
import { readCall } from './call.ts';

test('a call is a function with a parameter, which may be empty', () => {
  expect(readCall('count()')).toEqual(['count', '']);
  expect(readCall('p95( span.duration\n)')).toEqual(['p95', 'span.duration']);
  expect(readCall('max(tags[a (b),number])')).toEqual(['max', 'tags[a (b),number]']);
  for (const text of ['', 'count', '()', 'count() ', 'a.b(c)', 'count(']) expect(readCall(text), text).toBeNull();
});

test('a long text that is no call is refused at once', () => {
  const startMs = performance.now();
  expect(readCall(`p95(${' '.repeat(16_000)}x`)).toBeNull();
  expect(performance.now() - startMs).toBeLessThan(1000);
});
