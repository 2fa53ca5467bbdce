import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join, normalize } from 'node:path';
import { build } from 'esbuild';
import type { Browser } from 'playwright-core';
import { listen } from '../listen.ts';

/** The SDK options of the page. */
interface Visit {
  dsn: string;
  release?: string;
  dist?: string;
}

const sdk = `
  import * as Sentry from '@sentry/browser';
  Sentry.init(window.e2eSettings);
  window.e2eFlush = () => Sentry.flush(30_000);
`;

let built: Promise<string> | null = null;

/** The SDK alone, the same for every shop. */
async function buildSdk(): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: sdk, resolveDir: import.meta.dirname },
    bundle: true,
    format: 'iife',
    write: false,
  });
  return outputFiles[0]!.text;
}

/** Serves a build unchanged below `/assets/`, on a page that loads the SDK. */
export async function serveBuild(folder: string, script: string) {
  const sdkScript = await (built ??= buildSdk());
  const page = (settings: string) => `<!doctype html><title>Shop</title><body>
<script>window.e2eSettings = ${settings}</script><script src="/sdk.js"></script>
<script type="module" src="/assets/${script}"></script>`;
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://localhost');
    const isScript = pathname.startsWith('/assets/');
    const body =
      pathname === '/sdk.js'
        ? sdkScript
        : isScript
          ? await readFile(join(folder, normalize(pathname.slice('/assets/'.length))))
          : page(searchParams.get('settings')!);
    response.writeHead(200, { 'content-type': pathname.endsWith('.js') ? 'text/javascript' : 'text/html' }).end(body);
  });
  const listening = await listen(server);
  return {
    ...listening,
    /** Opens the page and clicks the failing button; resolves when the server has answered the SDK. */
    async visit(browser: Browser, settings: Visit): Promise<void> {
      const page = await browser.newPage();
      await page.goto(`${listening.origin}/?settings=${encodeURIComponent(JSON.stringify(settings))}`);
      await page.getByText('Total: 6').click();
      await page.evaluate(() => window.e2eFlush());
      await page.close();
    },
  };
}
