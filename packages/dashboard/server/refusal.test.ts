import { expect, test } from 'vitest';
import { runCommand } from './refusal.ts';

function refused(fields: Record<string, string>) {
  const refusal = Object.assign(new Error('There is a team web already.'), {
    name: 'Refusal',
    code: 'conflict',
    fields,
  });
  return () => Promise.reject(refusal);
}

test('a refusal becomes a value that names the fields of the form', async () => {
  const fields = { slug: 'There is a team web already.' };
  const message = fields.slug;
  expect(await runCommand(refused(fields))).toEqual({ ok: false, message, fields });
  // The form has a name, from which the slug is made.
  expect(await runCommand(refused(fields), { slug: 'name' })).toEqual({
    ok: false,
    message,
    fields: { name: fields.slug },
  });
  expect(await runCommand(refused({}))).toEqual({ ok: false, message });
});

test('an unexpected error is thrown, not returned', async () => {
  await expect(runCommand(() => Promise.reject(new Error('The disk is full')))).rejects.toThrow('The disk is full');
});
