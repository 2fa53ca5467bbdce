import { expect, test } from 'vitest';
import { says } from './matches-text.ts';

test('each word that was typed must be there, in any order', () => {
  expect(says('Copy the DSN of Shop', 'shop dsn')).toBe(true);
  expect(says('Copy the DSN of Shop', 'shop dns')).toBe(false);
});
