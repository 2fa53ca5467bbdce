import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { afterAll } from 'vitest';
import { browserKeys, openedPush } from '../../packages/server/src/alerts/channels/open-push.fixture.ts';

export interface Pushed {
  title: string;
  body: string;
  path: string;
  tag: string;
}

/** A push service on this machine, because tests reach none of the browser's vendor. It closes after the tests of the file. */
export async function openPushService() {
  const folder = mkdtempSync(join(tmpdir(), 'seismo-e2e-'));
  const [keyFile, certificateFile] = [join(folder, 'key'), join(folder, 'crt')];
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const files = ['-keyout', keyFile, '-out', certificateFile];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  execFileSync('openssl', ['req', '-x509', ...kind, ...subject, ...files], { stdio: 'ignore' });
  const { privateKey, ...keys } = browserKeys();
  const received: Pushed[] = [];
  let status = 201;
  const options = { key: readFileSync(keyFile), cert: readFileSync(certificateFile) };
  const server = createServer(options, async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    received.push(JSON.parse(openedPush(Buffer.concat(chunks), { privateKey, auth: keys.auth })) as Pushed);
    response.writeHead(status).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(() => {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true });
  });
  const endpoint = `https://127.0.0.1:${(server.address() as AddressInfo).port}/send/a-secret`;
  return {
    received,
    /** From now on it answers with this status. */
    answer: (next: number) => void (status = next),
    /** For the environment of a server, so that it trusts this service. */
    settings: { NODE_EXTRA_CA_CERTS: certificateFile },
    /** The pages of this context subscribe here. */
    async use(context: BrowserContext): Promise<void> {
      await context.addInitScript(subscribeWith, { endpoint, ...keys });
    },
  };
}

/** Replaces the part of the browser that speaks with its vendor. */
function subscribeWith({ endpoint, ...keys }: { endpoint: string; p256dh: string; auth: string }): void {
  const name = 'subscribed by a test';
  const subscription = {
    toJSON: () => ({ endpoint, keys }),
    unsubscribe: async () => {
      localStorage.removeItem(name);
      return true;
    },
  } as Partial<PushSubscription> as PushSubscription;
  PushManager.prototype.getSubscription = async () => (localStorage.getItem(name) === null ? null : subscription);
  PushManager.prototype.subscribe = async () => {
    localStorage.setItem(name, 'yes');
    return subscription;
  };
}
