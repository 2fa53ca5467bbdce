import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { freePort } from '../free-port.ts';
import { openChromium } from './chromium.ts';
import type { Target } from './scenario.ts';

const app = join(import.meta.dirname, '../../apps/nextjs');
const env = {
  ...process.env,
  NEXT_TELEMETRY_DISABLED: '1',
  SENTRY_CLI_NO_TELEMETRY: '1',
  NODE_ENV: 'production' as const,
};

async function ready(child: ChildProcess): Promise<void> {
  for await (const line of createInterface({ input: child.stdout! })) if (line.includes('Ready in')) return;
  throw new Error('next start ended before it was ready');
}

async function startApp(dsn: string) {
  await promisify(execFile)('next', ['build'], { cwd: app, env });
  const port = await freePort();
  const child = spawn('next', ['start', '--hostname', '127.0.0.1', '--port', String(port)], {
    cwd: app,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...env, E2E_DSN: dsn },
  });
  await ready(child);
  child.stdout!.resume();
  return {
    origin: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

/** A production build of a small app: it fails in the browser, a server component, a route handler and an action. */
export async function runNextApp({ dsn }: Target): Promise<void> {
  await using site = await startApp(dsn);
  await using chromium = await openChromium();
  const page = await chromium.browser.newPage();

  await page.goto(site.origin);
  await page.click('#fail');
  await page.evaluate(() => window.e2eFlush());

  await page.goto(`${site.origin}/server-throw?day=monday`);
  await page.waitForSelector('#fallback');

  await fetch(`${site.origin}/api/fail`, { method: 'POST' });

  await page.goto(`${site.origin}/action`);
  await page.click('#book');
  await page.waitForSelector('#fallback');
  await page.evaluate(() => window.e2eFlush());
}
