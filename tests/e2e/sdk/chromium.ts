import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

/**
 * Those that Playwright disables, whose switch ours replaces, and the two pages of the address bar, which Chromium would
 * start for every window and no test sees: a second of CPU time.
 */
const disabledFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
];

/** The system's Chromium with a new home directory; closes with the scope. */
export async function openChromium(...more: string[]) {
  const home = await mkdtemp(join(tmpdir(), 'seismo-e2e-'));
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      `--disable-features=${disabledFeatures.join(',')}`,
      ...more,
    ],
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
