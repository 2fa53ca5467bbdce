import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeDataDir, pathsIn } from './paths.ts';

test('a data directory is made with what is above it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'seismo-paths-'));
  const dataDir = join(folder, 'some', 'where');
  makeDataDir(dataDir);
  expect(existsSync(pathsIn(dataDir).blobs)).toBe(true);
  await rm(folder, { recursive: true });
});

// Systems other than Linux have no such place.
test.runIf(existsSync('/proc/self'))('a place that only looks like files is refused in one sentence, at once', () => {
  for (const dataDir of ['/proc/seismo/data', '/proc/self']) {
    expect(() => makeDataDir(dataDir)).toThrow(
      `The data directory ${dataDir} cannot be used (EROFS). Set SEISMO_DATA_DIR to a folder that this user may write to.`,
    );
  }
});
