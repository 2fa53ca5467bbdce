import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { hasPostgres, startPostgres } from '../../../server/src/testing/postgres.ts';
import { testPath } from '../../../server/src/testing/cleanup.ts';
import { program } from '../testing/program.ts';

/** The command line as an operator uses it. */
async function seismo(...args: string[]): Promise<string> {
  const env = { ...process.env, SEISMO_DATA_DIR: testPath('data') };
  return (await promisify(execFile)(process.execPath, [program, ...args], { env })).stdout;
}

test('"state copy" moves a state store to PostgreSQL and back', { timeout: 120_000 }, async ({ skip }) => {
  if (!hasPostgres) skip();
  const postgres = startPostgres();
  onTestFinished(() => postgres.stop());
  const url = postgres.createStore();
  const file = testPath('data', 'state.sqlite');
  const createUser = ['user', 'create', '--email', 'ada@example.com', '--password', 'a long enough password'];
  await seismo(...createUser);
  const copied = await seismo('state', 'copy', '--from', file, '--to', url);
  expect(copied).toMatch(/^Copied \d+ rows and verified each against its source\.\n$/);
  expect(postgres.run(url, 'select email from account_user')).toContain('ada@example.com');

  await expect(seismo('state', 'copy', '--from', url, '--to', file)).rejects.toMatchObject({ code: 1 });
  await rm(file);
  expect(await seismo('state', 'copy', '--from', url, '--to', file)).toBe(copied);
  await expect(seismo(...createUser)).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('ada@') });
});

test('"state copy" requires both stores, and a source that exists', async () => {
  const target = testPath('copy.sqlite');
  for (const args of [
    ['--to', target],
    ['--from', testPath('missing.sqlite'), '--to', target],
  ]) {
    await expect(seismo('state', 'copy', ...args)).rejects.toMatchObject({ code: 2 });
  }
});
