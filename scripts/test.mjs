// `npm test`: installs the tools for tests and runs all tests. Ends with "N passed, N failed".
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { finish, tests } from './checks.mjs';
import { ensureBuilt, ensureInstalled, fail, run, say } from './installed.mjs';

ensureInstalled({ withDev: true });
ensureChromium();
ensurePrograms();
const { verify } = await import('./verify.mjs');
await verify();
ensureBuilt();
await tests('end to end: SDKs, the dashboard in Chromium, crashes', ['--config', 'tests/vitest.e2e.config.ts']);
finish();

/** Browser tests drive Debian's Chromium. */
function ensureChromium() {
  if (existsSync('/usr/bin/chromium')) return;
  if (!canInstall()) {
    fail(
      'The browser tests need /usr/bin/chromium. Install it ("sudo apt-get install chromium") and run the command again.',
    );
  }
  install('Chromium', ['chromium', 'fonts-liberation']);
}

/** Some tests start these programs. Without them, they are skipped and counted as skipped. */
function ensurePrograms() {
  const programs = {
    postgresql: '/usr/lib/postgresql',
    prometheus: '/usr/bin/promtool',
    caddy: '/usr/bin/caddy',
    nginx: '/usr/sbin/nginx',
    systemd: '/usr/bin/systemd-analyze',
  };
  const missing = Object.keys(programs).filter((name) => !existsSync(programs[name]));
  if (missing.length === 0) return;
  if (canInstall()) install(missing.join(', '), missing);
  else say(`Not installed ("sudo apt-get install ${missing.join(' ')}"), so tests are skipped: ${missing.join(', ')}.`);
}

function canInstall() {
  return process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;
}

function install(name, packages) {
  say(`Installing ${name} …`);
  run('apt-get', ['update', '-qq']);
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
    quiet: true,
    env: { DEBIAN_FRONTEND: 'noninteractive' },
  });
}
