import { afterAll } from 'vitest';
import { startServer } from '../running-server.ts';
import { openChromium } from '../sdk/chromium.ts';

/** A server and a browser for the tests of a file, which end with it. */
export async function serverAndBrowser(options?: Parameters<typeof startServer>[0]) {
  const [server, chromium] = await Promise.all([startServer(options), openChromium()]);
  afterAll(async () => {
    await chromium[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });
  return { server, chromium };
}
