import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { builtServer } from './built-server.ts';
import { corpus } from './corpus.ts';

/**
 * A stop under full load: its duration, the reports that are still accepted, and the connections closed before an answer.
 * Clients reuse connections and open new ones when the server closes them.
 */
const PORT = 18_320;
const LANES = 64;
const folder = await mkdtemp(join(tmpdir(), 'seismo-stop-'));
const { start, createTarget } = builtServer(join(folder, 'data'), PORT);

try {
  const { path } = createTarget();
  const server = await start();
  const text = readFileSync(corpus('typical', folder).files[0]!, 'latin1');
  const agent = new Agent({ keepAlive: true, maxSockets: LANES });
  const counts: Record<'before' | 'after', Record<string, number>> = { before: {}, after: {} };
  let stoppedAtMs = 0;
  let isOver = false;
  let serial = 0;

  /** The status, or the code of the error that ended the request. A refused connection is `ECONNREFUSED`. */
  const send = () =>
    new Promise<string>((resolve) => {
      const body = Buffer.from(
        text
          .replaceAll('%EVENT_ID%', (serial++).toString(16).padStart(32, '0'))
          .replaceAll('%USER_ID%', String(serial % 5000)),
        'latin1',
      );
      const headers = { 'content-length': body.length };
      const sent = request({ port: PORT, host: '127.0.0.1', method: 'POST', path, agent, headers }, (response) => {
        response.resume().once('close', () => resolve(String(response.statusCode)));
      });
      sent.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
      sent.end(body);
    });
  const lane = async () => {
    while (!isOver) {
      const outcome = await send();
      const of = counts[stoppedAtMs === 0 ? 'before' : 'after'];
      of[outcome] = (of[outcome] ?? 0) + 1;
      if (outcome === 'ECONNREFUSED') await sleep(20);
    }
  };
  const lanes = Array.from({ length: LANES }, lane);
  await sleep(5000);
  const ended = once(server, 'exit');
  stoppedAtMs = performance.now();
  server.kill('SIGTERM');
  const [code] = (await ended) as [number | null];
  const tookMs = Math.round(performance.now() - stoppedAtMs);
  isOver = true;
  await Promise.all(lanes);
  agent.destroy();
  process.stdout.write(`${JSON.stringify({ code, tookMs, ...counts })}\n`);
} finally {
  await rm(folder, { recursive: true, force: true });
}
