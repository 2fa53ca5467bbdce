// `npm test`: installs what the tests need and runs everything. Ends with "N passed, N failed".
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { finish, tests } from './checks.mjs';
import { ensureBuilt, ensureInstalled, fail, run, say } from './installed.mjs';

ensureInstalled({ withDev: true });
ensureChromium();
const { verify } = await import('./verify.mjs');
await verify();
ensureBuilt();
await tests('end to end: SDKs, the dashboard in Chromium, crashes', ['--config', 'tests/vitest.e2e.config.ts']);
finish();

/** Browser tests drive Debian's Chromium. Installed here where we may; named where we may not. */
function ensureChromium() {
  if (existsSync('/usr/bin/chromium')) return;
  if (spawnSync('apt-get', ['--version']).status !== 0 || process.getuid?.() !== 0) {
    fail(
      'The browser tests need /usr/bin/chromium. Install it ("sudo apt-get install chromium") and run the command again.',
    );
  }
  say('Installing Chromium …');
  run('apt-get', ['update', '-qq']);
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-liberation'], {
    quiet: true,
    env: { DEBIAN_FRONTEND: 'noninteractive' },
  });
}
