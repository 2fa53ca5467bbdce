import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createReadStream, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { readEnvelope } from '@seismo/protocol';
import { expect, onTestFinished, test } from 'vitest';
import { testPath } from '../../../server/src/testing/cleanup.ts';
import type { RunningServer } from '../server.ts';
import { program } from '../testing/program.ts';
import { addShop, startIn } from '../testing/start.ts';
import { envelopesIn } from './send.ts';

async function shopIn(folder: string) {
  const dataDir = testPath(folder);
  const server = await startIn(dataDir);
  onTestFinished(() => server.close());
  const shop = await addShop(server);
  const env = { ...process.env, SEISMO_DATA_DIR: dataDir, PORT: new URL(server.url).port };
  return { server, ...shop, seismo: (...args: string[]) => run(args, env) };
}

async function run(args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  const options = { env, encoding: 'buffer' as const, maxBuffer: 100_000_000 };
  return (await promisify(execFile)(process.execPath, [program, ...args], options)).stdout.toString('latin1');
}

const idle = (server: RunningServer) =>
  expect.poll(async () => (await server.journal.stats()).entries, { timeout: 30_000 }).toBe(0);

interface ExportRecord {
  kind: string;
  issue?: { shortId: string };
  data: Record<string, unknown>;
}

/** The records of the export, without what differs between two servers: numbers of rows, and when they arrived. */
function recordsIn(exported: string): ExportRecord[] {
  return exported
    .trimEnd()
    .split('\n')
    .map((line) => {
      const { receivedAtMs: _, issue, data, ...record } = JSON.parse(line) as ExportRecord & { receivedAtMs: number };
      const { id: _id, received: _received, ...same } = data;
      if (record.kind === 'attachment') delete same['atMs'];
      return { ...record, ...(issue && { issue: { shortId: issue.shortId } }), data: same };
    });
}

test(
  'a project that is exported and sent to another server has the same content there',
  { timeout: 120_000 },
  async () => {
    const source = await shopIn('source');
    const nowMs = Date.now();
    const started = new Date(nowMs - 60_000).toISOString();
    const frames = [{ function: 'pay', filename: 'cart.js', lineno: 7, colno: 3, in_app: true }];
    const event = (digit: string, type: string, ageMs: number, userId: string) => ({
      event_id: digit.repeat(32),
      timestamp: (nowMs - ageMs) / 1000,
      platform: 'javascript',
      release: 'shop@1',
      user: { id: userId, email: `${userId}@example.com` },
      tags: { plan: 'team' },
      exception: { values: [{ type, value: 'no', stacktrace: { frames } }] },
    });
    const attrs = { release: 'shop@1', environment: 'production' };
    const items: [header: object, payload: object | string, eventId?: string][] = [
      ...['a', 'b', 'c'].map((digit, index): [object, object, string] => [
        { type: 'event' },
        event(digit, index === 2 ? 'RangeError' : 'TypeError', 3_600_000 * (3 - index), `u${index}`),
        digit.repeat(32),
      ]),
      [{ type: 'attachment', filename: 'a.bin' }, 'x\ny\0z', 'a'.repeat(32)],
      [
        { type: 'session' },
        { sid: '1'.repeat(32), did: 'u1', init: true, started, status: 'crashed', errors: 1, attrs },
      ],
      [{ type: 'sessions' }, { aggregates: [{ started, exited: 5, errored: 2 }], attrs }],
      [
        { type: 'feedback' },
        {
          event_id: 'f'.repeat(32),
          timestamp: nowMs / 1000,
          contexts: {
            feedback: { message: 'Help', contact_email: 'u0@example.com', associated_event_id: 'a'.repeat(32) },
          },
        },
        'f'.repeat(32),
      ],
    ];
    for (const [header, payload, event_id] of items) {
      const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
      const head = JSON.stringify({ event_id });
      const body = `${head}\n${JSON.stringify({ ...header, length: Buffer.byteLength(text) })}\n${text}`;
      expect((await fetch(`${source.server.url}${source.path}`, { method: 'POST', body })).status).toBe(200);
    }
    await idle(source.server);

    const records = recordsIn(await source.seismo('project', 'export', 'shop'));
    const kinds = Object.groupBy(records, ({ kind }) => kind);
    expect(Object.entries(kinds).map(([kind, all]) => [kind, all!.length])).toEqual([
      ['issue', 2],
      ['event', 3],
      ['attachment', 1],
      ['feedback', 1],
      ['session', 2],
    ]);
    expect(kinds['issue']!.map(({ data }) => [data['eventCount'], data['userCount']])).toEqual([
      [2, 2],
      [1, 1],
    ]);

    const file = testPath('shop.envelopes');
    writeFileSync(
      file,
      Buffer.from(await source.seismo('project', 'export', 'shop', '--format', 'envelopes'), 'latin1'),
    );
    const types: string[][] = [];
    for await (const envelope of envelopesIn(createReadStream(file))) {
      const read = readEnvelope(envelope);
      types.push(read.items.map(({ type }) => type));
    }
    expect(types).toEqual([['event', 'attachment'], ['event'], ['event'], ['feedback'], ['session'], ['sessions']]);

    const target = await shopIn('target');
    const [key] = await target.server.state.listKeys(target.id);
    const dsn = `http://${key!.publicKey}@127.0.0.1:${new URL(target.server.url).port}/${target.id}`;
    // A second time adds nothing, except for sums of server SDKs, which have no ID.
    for (const more of [0, 1]) {
      expect(JSON.parse(await target.seismo('send', file, '--dsn', dsn, '--json'))).toEqual({ sent: 6, refused: 0 });
      await idle(target.server);
      const sent = Object.groupBy(recordsIn(await target.seismo('project', 'export', 'shop')), ({ kind }) => kind);
      const { session, ...others } = kinds;
      expect(sent).toMatchObject(others);
      expect(sent['session']).toHaveLength(session!.length * (1 + more));
    }
  },
);

test('"send" waits as long as the server asks for, and reports refusals', async () => {
  const file = testPath('some.envelopes');
  const envelope = '{}\n{"type":"event"}\n{"message":"Hi"}';
  writeFileSync(file, [envelope, envelope].map((each) => `${each.length}\n${each}\n`).join(''));
  const answers: [number, object][] = [
    [429, { 'retry-after': '1' }],
    [200, {}],
    [403, {}],
  ];
  const times: number[] = [];
  const server = createServer((request, response) => {
    times.push(performance.now());
    request.resume();
    const [status, headers] = answers[times.length - 1]!;
    response.writeHead(status, { ...headers }).end('no');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const dsn = `http://${'a'.repeat(32)}@127.0.0.1:${(server.address() as AddressInfo).port}/1`;
  expect(JSON.parse(await run(['send', file, '--dsn', dsn, '--json'], process.env))).toEqual({ sent: 1, refused: 1 });
  expect(times).toHaveLength(3);
  expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(990);

  writeFileSync(file, `${envelope.length}\n${envelope.slice(0, 5)}`);
  await expect(run(['send', file, '--dsn', dsn], process.env)).rejects.toMatchObject({ code: 1 });
  await expect(run(['send', file], process.env)).rejects.toMatchObject({ code: 2 });
});
