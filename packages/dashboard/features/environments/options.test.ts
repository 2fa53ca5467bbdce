import { expect, test } from 'vitest';
import { environmentOptions } from './options.ts';

test('a hidden environment is offered while it is selected', () => {
  const values = (selected?: string) => environmentOptions(['dev', 'production'], selected).map(([value]) => value);
  expect(values()).toEqual(['', 'dev', 'production']);
  expect(values('dev')).toEqual(['', 'dev', 'production']);
  expect(values('ci')).toEqual(['', 'dev', 'production', 'ci']);
});
