import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { expect } from 'vitest';
import { freePort } from '../free-port.ts';
import { isTakenOver } from './taken-over.ts';

const app = join(import.meta.dirname, '../../apps/nextjs');

/** A customer's app, built with one of Next's bundlers, and the destination of its source maps. */
export interface NextBuild {
  bundler: 'turbopack' | 'webpack';
  url: string;
  project: string;
  authToken: string;
}

function envOf(bundler: NextBuild['bundler']) {
  return {
    ...process.env,
    NEXT_TELEMETRY_DISABLED: '1',
    SENTRY_CLI_NO_TELEMETRY: '1',
    NODE_ENV: 'production' as const,
    E2E_DIST_DIR: `.next/e2e-${bundler}`,
  };
}

/** A production build, which uploads its source maps. */
export async function buildNextApp({ bundler, url, project, authToken }: NextBuild): Promise<void> {
  await promisify(execFile)('next', ['build', `--${bundler}`], {
    cwd: app,
    env: {
      ...envOf(bundler),
      SENTRY_URL: url,
      SENTRY_ORG: 'main',
      SENTRY_PROJECT: project,
      SENTRY_AUTH_TOKEN: authToken,
      SENTRY_RELEASE: 'e2e-next@1.0.0',
    },
  });
}

async function ready(child: ChildProcess): Promise<void> {
  for await (const line of createInterface({ input: child.stdout! })) if (line.includes('Ready in')) return;
  throw new Error('next start ended before it was ready');
}

async function startApp(bundler: NextBuild['bundler'], dsn: string) {
  const port = await freePort();
  const child = spawn('next', ['start', '--hostname', '127.0.0.1', '--port', String(port)], {
    cwd: app,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...envOf(bundler), E2E_DSN: dsn },
  });
  await ready(child);
  child.stdout!.resume();
  return {
    origin: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      // After SIGTERM, Next waits for connections that Chromium opened and has not used, for up to five minutes.
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

/** It fails in the browser, a server component, a route handler and an action. */
export async function useNextApp(browser: Browser, bundler: NextBuild['bundler'], dsn: string): Promise<void> {
  await using site = await startApp(bundler, dsn);
  const page = await browser.newPage();
  const press = async (button: string): Promise<void> => {
    await expect.poll(() => page.locator(button).evaluate(isTakenOver)).toBe(true);
    await page.click(button);
  };

  await page.goto(site.origin);
  await press('#fail');
  await page.evaluate(() => window.e2eFlush());

  await page.goto(`${site.origin}/server-throw?day=monday`);
  await page.waitForSelector('#fallback');

  await fetch(`${site.origin}/api/fail`, { method: 'POST' });

  await page.goto(`${site.origin}/action`);
  await press('#book');
  await page.waitForSelector('#fallback');
  await page.evaluate(() => window.e2eFlush());
  await page.close();
}
