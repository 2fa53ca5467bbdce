import { execFile, execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openStores, storesIn } from '@seismo/server/parts';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { newFolder } from '../../../server/src/testing/cleanup.ts';
import { program } from '../testing/program.ts';
import { startIn } from '../testing/start.ts';

let dataDir = '';

async function seismo(args: string[], given: Record<string, string> = {}): Promise<string> {
  const env = { ...process.env, SEISMO_DATA_DIR: dataDir, ...given };
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [program, ...args], { env });
  return stdout + stderr;
}

/** Adds content that no compression makes smaller. */
async function addBlob(name: string, bytes: number): Promise<void> {
  await using stores = await openStores(storesIn(dataDir));
  await stores.blobs.put(`attachments/1/${name}`, randomBytes(bytes));
}

/** The blobs of the backup, restored to a new data directory. */
async function restoredBlobs(from: string): Promise<string[]> {
  const target = join(newFolder(), 'target');
  await seismo(['restore', from], { SEISMO_DATA_DIR: target });
  return (await readdir(join(target, 'blobs/attachments/1'))).toSorted();
}

beforeAll(async () => {
  dataDir = join(newFolder(), 'data');
  const server = await startIn(dataDir);
  await server.close();
  await addBlob('a', 1000);
}, 60_000);

describe.each(['after-object', 'before-list', 'before-rename', 'after-list'])('killed at %s', (point) => {
  test('a folder keeps its backups, and the next one is complete', { timeout: 60_000 }, async () => {
    const folder = newFolder();
    await seismo(['backup', folder]);
    const before = await restoredBlobs(folder);
    const added = `b-${point}`;
    await addBlob(added, 1000);
    await expect(seismo(['backup', folder], { FAIL_AT: `backup:${point}` })).rejects.toMatchObject({
      signal: 'SIGKILL',
    });
    const expected = point === 'after-list' ? [...before, added].toSorted() : before;
    expect(await restoredBlobs(folder)).toEqual(expected);
    await seismo(['backup', folder]);
    expect(await restoredBlobs(folder)).toEqual([...before, added].toSorted());
  });
});

test('a full disk fails a backup, and older ones stay', { timeout: 60_000 }, async ({ skip }) => {
  const disk = mkdtempSync(join(tmpdir(), 'seismo-backup-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk], { stdio: 'ignore' });
  } catch {
    rmSync(disk, { recursive: true });
    skip('only root may mount, and not in every container');
  }
  onTestFinished(() => {
    execFileSync('umount', ['--lazy', disk]);
    rmSync(disk, { recursive: true });
  });
  const [folder, file] = [join(disk, 'folder'), join(disk, 'seismo.tar')];
  await mkdir(folder);
  await seismo(['backup', folder]);
  await seismo(['backup', file]);
  const [before, older] = [await restoredBlobs(folder), await readFile(file)];
  await addBlob('large', 3_000_000);
  await expect(seismo(['backup', folder])).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/ENOSPC.*Earlier backups in .* are unchanged\.\n$/s),
  });
  await expect(seismo(['backup', file])).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/ENOSPC.*The older file .* is unchanged\.\n$/s),
  });
  expect(await restoredBlobs(folder)).toEqual(before);
  expect((await readFile(file)).equals(older)).toBe(true);
});
