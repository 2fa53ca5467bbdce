import { readFile, stat, unlink, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { testPath } from '../../testing/cleanup.ts';
import { openSecretBox } from './secret-box.ts';

const keyPath = () => testPath('secret.key');

test('a sealed secret opens again, also after a restart, and never shows', async () => {
  const sealed = openSecretBox(keyPath()).seal('JBSWY3DPEHPK3PXP', 'authenticator 7');
  expect(sealed).not.toContain('JBSWY3DPEHPK3PXP');
  expect(openSecretBox(keyPath()).open(sealed, 'authenticator 7')).toBe('JBSWY3DPEHPK3PXP');
});

test('the key file is for its owner only', async () => {
  openSecretBox(keyPath()).seal('x', 'a');
  expect((await stat(keyPath())).mode & 0o777).toBe(0o600);
});

test('a value sealed for one row does not open in another', () => {
  const box = openSecretBox(keyPath());
  expect(() => box.open(box.seal('x', 'authenticator 7'), 'authenticator 8')).toThrow(/unable to authenticate data/);
});

test('without the key file, or with another one, it does not open', async () => {
  const sealed = openSecretBox(keyPath()).seal('x', 'a');
  await unlink(keyPath());
  expect(openSecretBox(keyPath()).open(sealed, 'a')).toBe(null);
  const other = openSecretBox(keyPath());
  other.seal('y', 'a');
  expect(other.open(sealed, 'a')).toBe(null);
});

test('a truncated key file is refused by name', async () => {
  openSecretBox(keyPath()).seal('x', 'a');
  await writeFile(keyPath(), (await readFile(keyPath(), 'utf8')).slice(0, 20));
  expect(() => openSecretBox(keyPath()).seal('x', 'a')).toThrow(/secret\.key does not contain a key of 32 bytes/);
});

test('two boxes that start at once share one key', () => {
  const [one, two] = [openSecretBox(keyPath()), openSecretBox(keyPath())];
  expect(two.open(one.seal('x', 'a'), 'a')).toBe('x');
  expect(one.open(two.seal('y', 'a'), 'a')).toBe('y');
});
