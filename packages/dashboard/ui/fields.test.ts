import { expect, test } from 'vitest';
import { withVisibleFields, errorOf, type Refused } from './fields.ts';

const fields = { slug: 'It is taken.', 'rules.2.pattern': 'It matches everything.', 'domains.0': 'No domain.' };

test('an error belongs to its field, and in a list of rows to its row only', () => {
  expect(errorOf(fields, 'slug', null)).toBe('It is taken.');
  expect(errorOf(fields, 'rules.pattern', 2)).toBe('It matches everything.');
  expect(errorOf(fields, 'rules.pattern', 1)).toBe('');
  // One field that takes a list.
  expect(errorOf(fields, 'domains', null)).toBe('No domain.');
  expect(errorOf({ 'domains.0': 'No domain.', 'domains.1': 'No domain.' }, 'domains', null)).toBe('No domain.');
});

test('errors of fields outside the form appear beside its button', () => {
  const refused: Refused = { ok: false, message: 'slug: It is taken. rules.2.pattern: …', fields };
  expect(withVisibleFields(refused, (name) => name === 'slug')).toEqual({
    ok: false,
    message: 'It matches everything. No domain.',
    fields: { slug: 'It is taken.' },
  });
  expect(withVisibleFields(refused, () => true).message).toBe('');
  const bare: Refused = { ok: false, message: 'Somebody else was faster.' };
  expect(withVisibleFields(bare, () => true)).toBe(bare);
});
