import { expect, test } from 'vitest';
import { releaseMarks } from './release-marks.ts';

const series = { fromMs: 1000, bucketMs: 10, values: Array.from({ length: 100 }, () => 0) };
const labels = (...releases: [version: string, atMs: number][]) =>
  releaseMarks(
    releases.map(([version, atMs]) => ({ version, atMs })),
    series,
  ).map(({ label }) => label);

test('a release has a label without its package', () => {
  expect(labels()).toEqual([]);
  expect(labels(['web@2.5.0', 1100], ['web@2.5.1', 1500])).toEqual(['2.5.0', '2.5.1']);
});

test('releases without room share the label of the first', () => {
  expect(labels(['web@1', 1000], ['web@2', 1010], ['web@3', 1500], ['web@4', 1510], ['web@5', 1800])).toEqual([
    '1 +1',
    '3 +1',
    '5',
  ]);
});

test('at the end of the chart, a label starts before its release', () => {
  expect(labels(['2.5.0', 1400], ['2.5.1', 1770], ['2.6.0', 1870])).toEqual(['2.5.0', '2.5.1 +1']);
  expect(labels(['2.5.0', 1600], ['2.5.1', 1770], ['2.6.0', 1870])).toEqual(['2.5.0 +2']);
});

test('a long version takes the room of a truncated one', () => {
  expect(labels(['a'.repeat(40), 1000], ['b'.repeat(40), 1500])).toHaveLength(2);
});
