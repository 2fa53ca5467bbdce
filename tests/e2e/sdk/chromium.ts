import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

/** The system's Chromium with a new home directory; closes with the scope. */
export async function openChromium(...more: string[]) {
  const home = await mkdtemp(join(tmpdir(), 'seismo-e2e-'));
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', ...more],
    env: { ...process.env, HOME: home } as Record<string, string>,
  });
  return {
    browser,
    async [Symbol.asyncDispose]() {
      await browser.close();
      await rm(home, { recursive: true, force: true });
    },
  };
}
