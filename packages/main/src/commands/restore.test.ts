import { execFile } from 'node:child_process';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { testPath } from '../../../server/src/testing/cleanup.ts';
import { program } from '../testing/program.ts';
import { startIn } from '../testing/start.ts';

async function seismo(dataDir: string, args: string[], given: Record<string, string> = {}): Promise<string> {
  const env = { ...process.env, SEISMO_DATA_DIR: dataDir, ...given };
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [program, ...args], { env });
  return stdout + stderr;
}

test('a locked key and backups of later times are named, with what to do', { timeout: 120_000 }, async () => {
  const [dataDir, target, folder] = [testPath('data'), testPath('target'), testPath('backups')];
  for (const path of [dataDir, folder]) await mkdir(path);
  await writeFile(join(dataDir, 'secret.key'), Buffer.alloc(32, 7).toString('base64'));
  await (await startIn(dataDir)).close();
  await seismo(dataDir, ['backup', '--include-key', folder], { SEISMO_BACKUP_PASSPHRASE: 'correct horse' });

  expect(await seismo(target, ['restore', folder])).toMatch(
    /^The key \w{8} was not restored\. The backup has it, but no passphrase was given: empty \S+, and run again with --passphrase-file\. Without it/m,
  );
  await rm(target, { recursive: true });
  await writeFile(testPath('passphrase'), 'correct horse\n');
  expect(await seismo(target, ['restore', folder, '--passphrase-file', testPath('passphrase')])).not.toContain('key');
  expect(await readdir(target)).toContain('secret.key');

  await rm(target, { recursive: true });
  const [name] = (await readdir(folder)).filter((each) => each.endsWith('.json'));
  await rename(join(folder, name!), join(folder, '2999-01-01T00-00-00.000Z.json'));
  await expect(seismo(target, ['restore', folder])).rejects.toThrow(
    /2999-01-01T00-00-00\.000Z\.json is left out: its time is after now\. [^]* has no backup up to 20/,
  );
  expect(await seismo(target, ['restore', folder, '--at', '2999-01-02'])).toContain('Restored the backup of');
});
