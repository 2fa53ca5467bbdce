import { expect, test } from 'vitest';
import { rawParams, tableFormat } from './raw-params.ts';

test('the format of a list’s file is the one in its URL, by default CSV', () => {
  const formatIn = (search: string) =>
    tableFormat(rawParams(new Request(`http://seismo.test/exports/issues${search}`)));
  expect(formatIn('?query=&format=json')).toBe('json');
  expect(formatIn('?format=csv')).toBe('csv');
  expect(formatIn('?format=xml')).toBe('csv');
  expect(formatIn('')).toBe('csv');
});
