import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createRequire } from 'node:module';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { testPath } from '../../server/src/testing/cleanup.ts';
import { withEnvFiles } from './env-files.ts';

beforeEach(() => void vi.stubEnv('NODE_ENV', 'production'));
afterEach(() => void vi.unstubAllEnvs());

test("the commands read Next's env files in its order; existing variables win", async () => {
  const next = dirname(createRequire(import.meta.url).resolve('next/package.json'));
  await mkdir(testPath('node_modules'));
  await symlink(next, testPath('node_modules/next'));
  await writeFile(testPath('.env'), 'SEISMO_HOST=seismo.example\nSEISMO_DSN=https://abc@$SEISMO_HOST/1\n');
  await writeFile(testPath('.env.local'), 'SEISMO_AUTH_TOKEN=local\nSEISMO_ORG=local\n');
  await writeFile(testPath('.env.development'), 'SEISMO_DSN=https://abc@development/1\n');
  expect(withEnvFiles(testPath(), { NODE_ENV: 'production', SEISMO_ORG: 'set' })).toMatchObject({
    SEISMO_DSN: 'https://abc@seismo.example/1',
    SEISMO_AUTH_TOKEN: 'local',
    SEISMO_ORG: 'set',
  });
});

test('a folder without Next has the environment alone', async () => {
  await writeFile(testPath('.env'), 'SEISMO_DSN=https://abc@seismo.example/1\n');
  const env = { NODE_ENV: 'production' as const };
  expect(withEnvFiles(testPath(), env)).toBe(env);
});
