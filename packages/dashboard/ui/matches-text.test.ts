import { expect, test } from 'vitest';
import { matchesText } from './matches-text.ts';

test('each word that was typed must be there, in any order', () => {
  expect(matchesText('Copy the DSN of Shop', 'shop dsn')).toBe(true);
  expect(matchesText('Copy the DSN of Shop', 'shop dns')).toBe(false);
});
