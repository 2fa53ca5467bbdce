import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pinnedNode, quietEnvironment, root, say } from './installed.mjs';

/** The counts of all checks, which run one after another on the pinned Node. */
export const total = { passed: 0, failed: 0, skipped: 0 };

const bin = (name) => join(root, 'node_modules/.bin', name);

/** A check that passes or fails as a whole. */
export async function check(name, command, args) {
  const { code, tookS } = await timed(
    command.endsWith('.mjs') ? pinnedNode : bin(command),
    command.endsWith('.mjs') ? [join(root, command), ...args] : args,
  );
  count(name, code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }, tookS);
}

/** A vitest run, whose tests count individually. */
export async function tests(name, args) {
  const folder = mkdtempSync(join(tmpdir(), 'seismo-tests-'));
  const output = join(folder, 'result.json');
  const { code, tookS } = await timed(bin('vitest'), [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${output}`,
    ...args,
  ]);
  let result = { passed: 0, failed: 1, skipped: 0 };
  try {
    const report = JSON.parse(readFileSync(output, 'utf8'));
    const suitesThatDidNotRun = report.testResults.filter(
      (file) => file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
    ).length;
    result = {
      passed: report.numPassedTests,
      failed: report.numFailedTests + suitesThatDidNotRun,
      skipped: report.numPendingTests,
    };
    if (code !== 0 && result.failed === 0) result.failed = 1;
  } catch {
    say(`${name}: the test runner left no result.`);
  }
  rmSync(folder, { recursive: true });
  count(name, result, tookS);
}

/** Prints the closing line and ends with 1 if anything failed. */
export function finish() {
  process.stdout.write(
    `\n${total.skipped ? `${total.skipped} skipped\n` : ''}${total.passed} passed, ${total.failed} failed\n`,
  );
  process.exit(total.failed === 0 ? 0 : 1);
}

function count(name, { passed, failed, skipped = 0 }, tookS) {
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
  say(`── ${name}: ${failed === 0 ? 'ok' : `${failed} FAILED`} (${tookS.toFixed(1)} s)`);
}

function timed(command, args) {
  const startedAt = performance.now();
  const path = `${dirname(pinnedNode)}:${join(root, 'node_modules/.bin')}:${process.env.PATH}`;
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...quietEnvironment, PATH: path },
  });
  return new Promise((resolve) =>
    child.on('close', (code) => resolve({ code, tookS: (performance.now() - startedAt) / 1000 })),
  );
}
