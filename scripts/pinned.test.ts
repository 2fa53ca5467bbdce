import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

/** A fresh clone: our scripts, a command that prints JSON, and an npm that writes to standard output like the real one. */
async function clone(main: string): Promise<{ root: string; env: NodeJS.ProcessEnv }> {
  const root = await mkdtemp(join(tmpdir(), 'seismo-clone-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  for (const name of ['installed.mjs', 'pinned.mjs', 'seismo.mjs']) {
    await cp(join(import.meta.dirname, name), join(root, 'scripts', name));
  }
  await mkdir(join(root, 'packages/main/src'), { recursive: true });
  await mkdir(join(root, 'bin'));
  await writeFile(join(root, 'package-lock.json'), '{"packages":{"node_modules/node":{"version":"1"}}}');
  await writeFile(join(root, 'packages/main/src/main.ts'), main);
  const npm = `#!/bin/sh
    echo added 500 packages
    mkdir -p node_modules/node/bin
    ln -s "${process.execPath}" node_modules/node/bin/node
    cp package-lock.json node_modules/.package-lock.json`;
  await writeFile(join(root, 'bin/npm'), npm, { mode: 0o755 });
  return { root, env: { ...process.env, PATH: `${join(root, 'bin')}${delimiter}${process.env.PATH}` } };
}

test('in a fresh clone, standard output contains only the output of the command, not of the installation', async () => {
  const { root, env } = await clone('console.log(JSON.stringify({ answer: 42 }))');
  const child = spawn(process.execPath, ['scripts/seismo.mjs', '--json'], { cwd: root, env });
  const printed = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) child[name].on('data', (text) => (printed[name] += text));
  await once(child, 'close');
  expect(JSON.parse(printed.stdout)).toEqual({ answer: 42 });
  expect(printed.stderr).toContain('added 500 packages');
});

test('a program started by npm ends with the shell of npm', async () => {
  const { root, env } = await clone(`
    process.on('SIGTERM', () => { require('node:fs').writeFileSync('ended', 'SIGTERM'); process.exit(0); });
    console.log('runs');
    setInterval(() => {}, 1000);`);
  // Without "; true", the shell would replace itself with the program.
  const shell = spawn('sh', ['-c', `"${process.execPath}" scripts/seismo.mjs; true`], {
    cwd: root,
    env: { ...env, npm_lifecycle_event: 'start' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await once(shell.stdout, 'data');
  shell.kill('SIGTERM');
  await expect.poll(() => readFile(join(root, 'ended'), 'utf8').catch(() => null)).toBe('SIGTERM');
});
