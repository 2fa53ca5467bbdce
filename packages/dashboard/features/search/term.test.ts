import { expect, test } from 'vitest';
import { termOf } from './term.ts';

test('a value is searched for as it is', () => {
  expect(termOf('browser.name', 'Safari')).toBe('browser.name:"Safari"');
  expect(termOf('my key', String.raw`a "b" \ *`)).toBe(String.raw`tags["my key"]:"a \"b\" \\ \*"`);
});
