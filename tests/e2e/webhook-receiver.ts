import { createServer } from 'node:http';
import type { Locator } from 'playwright-core';
import { afterAll } from 'vitest';
import { listen } from './listen.ts';

/** Receives the messages of a webhook channel. It closes after the tests of the file. */
export async function openReceiver<Body>() {
  const received: Body[] = [];
  const { origin, ...receiver } = await listen(
    createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += String(chunk);
      received.push(JSON.parse(body) as Body);
      response.end('taken');
    }),
  );
  afterAll(() => receiver[Symbol.asyncDispose]());
  return {
    received,
    /** In the form of a new webhook. */
    async addChannel(main: Locator, name: string): Promise<void> {
      await main.getByLabel('Name').fill(name);
      await main.getByLabel('URL', { exact: true }).fill(`${origin}/hook`);
      await main.getByLabel('Signing key').fill('a key with many characters');
      await main.getByRole('button', { name: 'Add channel and send test' }).click();
      await main.getByText('Channel added, and the test message was sent.').waitFor();
    },
  };
}
