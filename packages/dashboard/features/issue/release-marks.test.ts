import { expect, test } from 'vitest';
import { releaseMarks } from './release-marks.ts';

test('releases are marked at their time, simultaneous ones together', () => {
  const series = { fromMs: 1000, bucketMs: 10, values: Array.from({ length: 100 }, () => 0) };
  const at = (version: string, atMs: number) => ({ version, atMs });
  expect(releaseMarks([at('1', 1000), at('2', 1010), at('3', 1500), at('4', 1599), at('5', 1600)], series)).toEqual([
    { versions: ['1', '2'], atMs: 1000 },
    { versions: ['3', '4'], atMs: 1500 },
    { versions: ['5'], atMs: 1600 },
  ]);
});
