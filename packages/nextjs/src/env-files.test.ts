import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createRequire } from 'node:module';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withEnvFiles } from './env-files.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'seismo-env-'));
  vi.stubEnv('NODE_ENV', 'production');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

test("the commands read Next's env files in its order; existing variables win", async () => {
  const next = dirname(createRequire(import.meta.url).resolve('next/package.json'));
  await mkdir(join(folder, 'node_modules'));
  await symlink(next, join(folder, 'node_modules/next'));
  await writeFile(join(folder, '.env'), 'SEISMO_HOST=seismo.example\nSEISMO_DSN=https://abc@$SEISMO_HOST/1\n');
  await writeFile(join(folder, '.env.local'), 'SEISMO_AUTH_TOKEN=local\nSEISMO_ORG=local\n');
  await writeFile(join(folder, '.env.development'), 'SEISMO_DSN=https://abc@development/1\n');
  expect(withEnvFiles(folder, { NODE_ENV: 'production', SEISMO_ORG: 'set' })).toMatchObject({
    SEISMO_DSN: 'https://abc@seismo.example/1',
    SEISMO_AUTH_TOKEN: 'local',
    SEISMO_ORG: 'set',
  });
});

test('a folder without Next has the environment alone', async () => {
  await writeFile(join(folder, '.env'), 'SEISMO_DSN=https://abc@seismo.example/1\n');
  const env = { NODE_ENV: 'production' as const };
  expect(withEnvFiles(folder, env)).toBe(env);
});
