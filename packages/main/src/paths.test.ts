import { existsSync } from 'node:fs';
import { chmod, mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testPath } from '../../server/src/testing/cleanup.ts';
import { makeDataDir } from './paths.ts';

test('a data directory is created with its parents', async () => {
  const dataDir = testPath('some', 'where');
  makeDataDir(dataDir);
  expect(existsSync(join(dataDir, 'blobs'))).toBe(true);
});

// Systems other than Linux have no such place.
test.runIf(existsSync('/proc/self'))('a virtual file system is refused in one sentence, at once', () => {
  for (const dataDir of ['/proc/seismo/data', '/proc/self']) {
    expect(() => makeDataDir(dataDir)).toThrow(
      `The data directory ${dataDir} cannot be used (EROFS). Set SEISMO_DATA_DIR to a folder that this user can write to.`,
    );
  }
});

test('a data directory that others could read is restricted, with its files', async () => {
  const dataDir = testPath('data');
  await mkdir(dataDir);
  await writeFile(join(dataDir, 'state.sqlite'), '');
  await chmod(join(dataDir, 'state.sqlite'), 0o644);
  await chmod(dataDir, 0o755);
  expect(makeDataDir(dataDir)).toEqual({ permissionsChanged: true });
  expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
  expect((await stat(join(dataDir, 'state.sqlite'))).mode & 0o777).toBe(0o600);
  expect(makeDataDir(dataDir)).toEqual({ permissionsChanged: false });
});
