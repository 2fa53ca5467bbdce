import { once } from 'node:events';
import { Agent, get, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import type { Page } from 'playwright-core';
import { submitSignIn } from '../tests/e2e/app/app.ts';
import { account } from './built-server.ts';

/** A signed-in page whose content is one field: what the app shell, React and HTTP cost. */
export const emptyPage = '/error-codes';

/** Signs in; returns the `cookie` header. */
export async function signedIn(page: Page, url: string): Promise<string> {
  await page.goto(`${url}/sign-in`);
  await submitSignIn(page, account);
  await page.waitForURL('**/issues');
  return (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
}

const agent = new Agent({ keepAlive: true });

/** As browsers send it over HTTPS and on localhost. Reads are shared only for requests that accept HTML. */
const browser = { accept: 'text/html,*/*', 'accept-encoding': 'gzip, deflate, br, zstd' };

/** Resolves at the last byte. Does not decompress, because browsers do that on another machine. */
export async function answerOf(url: string, headers: OutgoingHttpHeaders): Promise<{ tookMs: number; bytes: number }> {
  const startMs = performance.now();
  const [answer] = (await once(get(url, { agent, headers: { ...browser, ...headers } }), 'response')) as [
    IncomingMessage,
  ];
  let bytes = 0;
  answer.on('data', (chunk: Buffer) => (bytes += chunk.length));
  await once(answer, 'end');
  if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}`);
  return { tookMs: performance.now() - startMs, bytes };
}
