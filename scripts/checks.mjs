import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pinnedNode, quietEnvironment, root, say } from './installed.mjs';

/** The counts of all checks, which run one after another on the pinned Node. */
export const total = { passed: 0, failed: 0, skipped: 0 };

const allProblems = [];

const bin = (name) => join(root, 'node_modules/.bin', name);

/** A check that passes or fails as a whole. */
export async function check(name, command, args) {
  const { code, tookS } = await timed(
    command.endsWith('.mjs') ? pinnedNode : bin(command),
    command.endsWith('.mjs') ? [join(root, command), ...args] : args,
  );
  const problems = code === 0 ? [] : [`It ended with ${code}.`];
  count(name, { passed: 1 - problems.length, problems }, tookS);
}

/** A vitest run, whose tests count individually. */
export async function tests(name, args) {
  const folder = mkdtempSync(join(tmpdir(), 'seismo-tests-'));
  const output = join(folder, 'result.json');
  const { code, tookS } = await timed(
    bin('vitest'),
    ['run', '--reporter=default', `--reporter=${join(root, 'scripts/problems-reporter.mjs')}`, ...args],
    { TEST_RESULT_FILE: output },
  );
  const { passed, skipped, problems } = existsSync(output)
    ? JSON.parse(readFileSync(output, 'utf8'))
    : { passed: 0, skipped: 0, problems: ['The test runner left no result.'] };
  if (code !== 0 && problems.length === 0) problems.push(`The test runner ended with ${code}.`);
  rmSync(folder, { recursive: true });
  count(name, { passed, skipped, problems }, tookS);
}

/** Prints what failed and the closing line, and ends with 1 if anything failed. */
export function finish() {
  if (allProblems.length > 0) say(`Failed:\n${allProblems.map((problem) => `  ${problem}`).join('\n')}`);
  process.stdout.write(
    `\n${total.skipped ? `${total.skipped} skipped\n` : ''}${total.passed} passed, ${total.failed} failed\n`,
  );
  process.exit(total.failed === 0 ? 0 : 1);
}

function count(name, { passed, skipped = 0, problems }, tookS) {
  total.passed += passed;
  total.failed += problems.length;
  total.skipped += skipped;
  allProblems.push(...problems.map((problem) => `${name}: ${problem}`));
  say(`── ${name}: ${problems.length === 0 ? 'ok' : `${problems.length} FAILED`} (${tookS.toFixed(1)} s)`);
}

function timed(command, args, env = {}) {
  const startedAt = performance.now();
  const path = `${dirname(pinnedNode)}:${join(root, 'node_modules/.bin')}:${process.env.PATH}`;
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...quietEnvironment, ...env, PATH: path },
  });
  return new Promise((resolve) =>
    child.on('close', (code) => resolve({ code, tookS: (performance.now() - startedAt) / 1000 })),
  );
}
