import { connect, type Socket } from 'node:net';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * The load generator: a separate process on raw sockets, to use as little of the machine as possible.
 * Arguments as one JSON object; prints one JSON object. `ratePerS: 0` sends as fast as responses arrive (closed loop);
 * otherwise requests start on schedule, and latency counts from the scheduled time, so a server
 * that stalls cannot hide it (no coordinated omission).
 */
export interface Order {
  host: string;
  port: number;
  path: string;
  /**
   * Files. In every request, `%EVENT_ID%` and `%USER_ID%` are replaced, and marks of IDs: `%T…%` of 16 characters by hex
   * digits, `%B…%` of 8 by bytes, the same mark by the same ID.
   */
  bodies: string[];
  contentType?: string;
  connections: number;
  ratePerS: number;
  requests: number;
}

const USERS = 5_000;

const order = JSON.parse(process.argv[2]!) as Order;
const bodies = order.bodies.map((path) => readFileSync(path, 'latin1'));
const latenciesMs: number[] = [];
const statuses: Record<string, number> = {};
let started = 0;
let serial = 0;
const runId = Math.floor(Math.random() * 0xffffffff)
  .toString(16)
  .padStart(8, '0');

function request(): Buffer {
  const eventId = runId + (serial++).toString(16).padStart(24, '0');
  const ids = runId + serial.toString(16).padStart(5, '0');
  const body = bodies[serial % bodies.length]!.replaceAll('%EVENT_ID%', eventId)
    .replaceAll('%USER_ID%', String(serial % USERS))
    .replaceAll(/%T(\d{13})%/g, (_, mark: string) => ids + mark.slice(-3))
    .replaceAll(/%B(\d{5})%/g, (_, mark: string) => Buffer.from(ids + mark.slice(-3), 'hex').toString('latin1'));
  return Buffer.from(
    `POST ${order.path} HTTP/1.1\r\nhost: ${order.host}:${order.port}\r\ncontent-type: ${order.contentType ?? 'text/plain;charset=UTF-8'}\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    'latin1',
  );
}

async function lane(startAtMs: number): Promise<void> {
  const socket = connect(order.port, order.host);
  socket.setNoDelay(true);
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  while (started < order.requests) {
    const index = started++;
    let fromMs = performance.now();
    if (order.ratePerS > 0) {
      fromMs = startAtMs + (index * 1000) / order.ratePerS;
      const waitMs = fromMs - performance.now();
      if (waitMs > 0) await sleep(waitMs);
    }
    socket.write(request());
    const status = await answer(socket);
    statuses[status] = (statuses[status] ?? 0) + 1;
    latenciesMs.push(performance.now() - fromMs);
  }
  socket.end();
}

/** One response at a time per connection: the head, then the announced length of the body. */
function answer(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const onData = (chunk: Buffer) => {
      text += chunk.toString('latin1');
      const headEnd = text.indexOf('\r\n\r\n');
      if (headEnd < 0) return;
      const length = /content-length: (\d+)/i.exec(text)?.[1];
      const complete = length === undefined ? text.endsWith('0\r\n\r\n') : text.length >= headEnd + 4 + Number(length);
      if (!complete) return;
      socket.off('data', onData).off('close', onClose);
      resolve(text.slice(9, 12));
    };
    const onClose = () => reject(new Error('the server closed the connection'));
    socket.on('data', onData).once('close', onClose);
  });
}

const beganAtMs = performance.now();
await Promise.all(Array.from({ length: order.connections }, () => lane(beganAtMs)));
const tookS = (performance.now() - beganAtMs) / 1000;
latenciesMs.sort((a, b) => a - b);
const percentile = (share: number) =>
  latenciesMs[Math.min(latenciesMs.length - 1, Math.ceil(share * latenciesMs.length) - 1)]!;
process.stdout.write(
  JSON.stringify({
    tookS,
    perS: latenciesMs.length / tookS,
    statuses,
    p50Ms: percentile(0.5),
    p95Ms: percentile(0.95),
    p99Ms: percentile(0.99),
  }),
);
