import { once } from 'node:events';
import { Agent, request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { LogFields, TelemetryMigration } from '@seismo/server/parts';
import { expect, onTestFinished, test } from 'vitest';
import { createFront, listen } from './front.ts';

/** Reports under `/report`, answered when the test says so; everything else is a page that never ends. */
async function serve(migration: TelemetryMigration | null = null) {
  const waiting: ServerResponse[] = [];
  const arrived: string[] = [];
  const logged: LogFields[] = [];
  const front = createFront({
    ingest: {
      handles: ({ url }) => url!.startsWith('/report'),
      handle: async (request, response) => {
        arrived.push(request.url!);
        waiting.push(response);
      },
    },
    api: () => {},
    kit: async () => {},
    health: {
      probed: () => {},
      ready: async () => ({ ready: true, why: 'ready' }),
      metrics: async () => ({ text: '', contentType: 'text/plain' }),
    },
    dashboard: async ({ url }, response) => {
      if (url!.startsWith('/broken')) throw new Error('a bug');
      response.writeHead(200).write('live');
    },
    upgrade: () => {},
    migration: () => migration,
    began: () => () => {},
    log: { error: (fields) => void logged.push(fields) },
  });
  const port = await listen(front.server, '127.0.0.1', 0);
  // Each client has one persistent connection.
  const client = () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    return async (path: string): Promise<IncomingMessage> => {
      const [response] = await once(send({ port, path, agent, host: '127.0.0.1' }).end(), 'response');
      return response as IncomingMessage;
    };
  };
  const answerAll = () => waiting.splice(0).forEach((response) => response.writeHead(200, ['x', 'y']).end('kept'));
  return { front, client, arrived, waiting, answerAll, logged };
}

test('a stop lets a report in progress finish with 200, and closes the connection', async () => {
  const { front, client, waiting, answerAll } = await serve();
  const report = client()('/report/1');
  await expect.poll(() => waiting.length).toBe(1);
  const stopped = front.stop();
  answerAll();
  const response = await report;
  expect([response.statusCode, response.headers.connection]).toEqual([200, 'close']);
  response.resume();
  await stopped;
});

test('a report that begins after the stop never reaches ingest', async () => {
  const { front, client, arrived, waiting, answerAll } = await serve();
  const [first, second] = [client(), client()];
  const held = first('/report/held');
  await expect.poll(() => waiting.length).toBe(1);
  const before = second('/report/before');
  await expect.poll(() => waiting.length).toBe(2);
  waiting.pop()!.writeHead(200).end('kept');
  (await before).resume();
  const stopped = front.stop();
  const late = await second('/report/late').then(
    ({ statusCode }) => statusCode,
    () => 'refused',
  );
  expect(late).not.toBe(200);
  expect(arrived).toEqual(['/report/held', '/report/before']);
  answerAll();
  (await held).resume();
  await stopped;
});

test('a page that never ends does not hold up the stop', async () => {
  const { front, client } = await serve();
  const live = await client()('/live');
  const ended = new Promise((resolve) => live.once('close', resolve));
  live.on('error', () => {}).resume();
  await front.stop();
  await ended;
});

test('a failed request is in the log under the ID of its response', async () => {
  const { client, logged } = await serve();
  const response = await client()('/broken?token=secret');
  response.resume();
  const requestId = response.headers['x-request-id'];
  expect([response.statusCode, requestId]).toEqual([500, expect.stringMatching(/^[\w-]{36}$/)]);
  expect(logged).toEqual([{ stage: 'http', requestId, path: '/broken', error: expect.stringContaining('a bug') }]);
});

test('while the telemetry store migrates, reports reach ingest, and pages and the API get the progress', async () => {
  const { front, client, arrived, waiting, answerAll } = await serve({ step: 'convert', done: 0.417 });
  const report = client()('/report/1');
  await expect.poll(() => waiting.length).toBe(1);
  answerAll();
  expect((await report).statusCode).toBe(200);
  expect(arrived).toEqual(['/report/1']);
  for (const path of ['/issues', '/api/0/projects/', '/live']) {
    const response = await client()(path);
    expect([response.statusCode, response.headers['retry-after'], JSON.parse(await text(response))]).toEqual([
      503,
      '5',
      expect.objectContaining({ step: 'Step 2 of 2, converting the data', percent: 41 }),
    ]);
  }
  const health = await client()('/healthz');
  expect([health.statusCode, await text(health)]).toEqual([200, 'ok\n']);
  await front.stop();
});
