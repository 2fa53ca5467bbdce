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
  const said = { slug: 'There is a team web already.' };
  const message = said.slug;
  expect(await runCommand(refused(said))).toEqual({ ok: false, message, fields: said });
  // The form has a name, from which the slug is made.
  expect(await runCommand(refused(said), { slug: 'name' })).toEqual({
    ok: false,
    message,
    fields: { name: said.slug },
  });
  expect(await runCommand(refused({}))).toEqual({ ok: false, message });
});

test('a bug stays a throw', async () => {
  await expect(runCommand(() => Promise.reject(new Error('The disk is full')))).rejects.toThrow('The disk is full');
});
