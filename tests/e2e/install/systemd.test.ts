import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const unit = join(import.meta.dirname, '../../../deploy/systemd/seismo.service');
const analyze = '/usr/bin/systemd-analyze';

// Not on every machine; `npm test` installs systemd where it may.
test.skipIf(!existsSync(analyze))('systemd accepts the unit and finds it exposed little', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'seismo-unit-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'seismo.service');
  const text = await readFile(unit, 'utf8');
  // It must name a program that exists.
  expect(text).toContain('ExecStart=/opt/seismo/bin/seismo start\n');
  await writeFile(path, text.replace('/opt/seismo/bin/seismo', '/bin/true'));

  const run = (...args: string[]) =>
    execFileSync('sh', ['-c', '"$@" 2>&1', 'sh', analyze, ...args], { encoding: 'utf8' });
  expect(run('verify', '--man=no', path)).toBe('');
  const exposure = /Overall exposure level for \S+: ([\d.]+)/.exec(
    run('security', '--offline=true', '--no-pager', path),
  );
  expect(Number(exposure?.[1])).toBeLessThanOrEqual(1.5);
});
