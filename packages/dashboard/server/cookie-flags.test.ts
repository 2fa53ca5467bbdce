import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cookieFlags } from './cookie-flags.ts';

test('cookies are HttpOnly and SameSite, and Secure if the server uses HTTPS', () => {
  expect(cookieFlags('https://seismo.example')).toEqual({ httpOnly: true, path: '/', sameSite: 'lax', secure: true });
  expect(cookieFlags('http://127.0.0.1:8300')).toMatchObject({ httpOnly: true, secure: false });
  expect(cookieFlags('https://seismo.example', '/sign-in', 'strict')).toMatchObject({
    path: '/sign-in',
    sameSite: 'strict',
  });
});

test('every cookie of the server is set with these flags', () => {
  const session = readFileSync(join(import.meta.dirname, 'session.ts'), 'utf8');
  const sets = session.match(/\.set\([^;]*;/g) ?? [];
  expect(sets.length).toBeGreaterThanOrEqual(4);
  for (const set of sets) expect(set).toContain('...cookieFlags(');
});
