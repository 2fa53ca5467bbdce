import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { publicKey, startTestServer } from '../../../server/src/ingest/test-server.ts';
import type { TunnelOptions } from './forward.ts';
import { tunnel as expressTunnel } from './express.ts';
import { tunnel as fastifyTunnel } from './fastify.ts';
import { tunnel as honoTunnel } from './hono.ts';

const secret = 'a secret that a tunnel and the server share';
const event = '{}\n{"type":"event"}\n{"message":"hello"}';

/** Each in a small app of its own that also has a body parser, as apps do. */
const apps: Record<string, (options: TunnelOptions) => Promise<Server>> = {
  Express: (options) => {
    const app = express().use('/monitoring', expressTunnel(options)).use(express.json());
    return new Promise((resolve) => {
      const server: Server = app.listen(0, '127.0.0.1', () => resolve(server));
    });
  },
  'Express, after a parser that has read the body': (options) => {
    const app = express()
      .use(express.text({ type: () => true }))
      .use('/monitoring', expressTunnel(options));
    return new Promise((resolve) => {
      const server: Server = app.listen(0, '127.0.0.1', () => resolve(server));
    });
  },
  Fastify: async (options) => {
    const app = fastify();
    await app.register(fastifyTunnel, options);
    await app.listen({ port: 0, host: '127.0.0.1' });
    return app.server;
  },
  Hono: async (options) => {
    const app = new Hono().all('/monitoring', honoTunnel(options));
    return new Promise((resolve) => {
      const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () => resolve(server as Server));
    });
  },
};

describe.each(Object.entries(apps))('%s', (_name, start) => {
  test('passes reports on, with the address of the visitor, and shows nothing of the app', async () => {
    await using ingest = await startTestServer({ config: { tunnelSecret: secret } });
    ingest.clock.nowMs = Date.now();
    const server = await start({ dsn: `${ingest.url.replace('://', `://${publicKey}@`)}/42`, secret });
    try {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/monitoring`;
      for (const type of ['text/plain;charset=UTF-8', 'application/x-sentry-envelope', 'application/json']) {
        const answer = await fetch(url, { method: 'POST', body: event, headers: { 'content-type': type } });
        expect([type, answer.status, await answer.text()]).toEqual([type, 200, '{}']);
      }
      const entries = await ingest.journaled();
      expect(entries.map(({ body }) => Buffer.from(body).toString())).toEqual([event, event, event]);
      expect(entries[0]!.clientAddress).toBe('127.0.0.1');
      const opened = await fetch(url);
      expect([opened.status, await opened.text()]).toEqual([405, 'Method not allowed\n']);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});
