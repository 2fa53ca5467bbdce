import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openState, openStores, storesIn } from '@seismo/server/parts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProjectId } from '@seismo/protocol';
import { readOutline } from '../../packages/server/src/store/telemetry/queries/trace-outline.ts';
import { populate } from './populate.ts';
import { drained, startServerProcess, type ServerProcess } from './server-process.ts';

/** Spans of a request, which is a trace. */
const TRACE_SPAN_COUNT = 1000;
/** More than a file is written of. */
const TRACE_COUNT = 64;
const points = ['spans:file-written', 'spans:before-commit', 'spans:after-commit'];

let dataDir: string;
let project: { projectId: ProjectId; publicKey: string };
const answered = new Set<string>();
const sent = new Set<string>();
let running: ServerProcess | undefined;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'seismo-crash-spans-'));
  const state = await openState(storesIn(dataDir));
  const [only] = await populate(state, ['shop'], ['event:read']);
  project = only!;
  await state.close();
});
afterAll(async () => {
  running?.child.kill('SIGKILL');
  await running?.gone;
  await rm(dataDir, { recursive: true, force: true });
});

/** Returns whether the server answered. */
async function sendTrace(url: string): Promise<boolean> {
  const traceId = randomBytes(16).toString('hex');
  const startUs = Date.now() * 1000;
  const spans = Array.from({ length: TRACE_SPAN_COUNT }, (_, n) => ({
    traceId,
    spanId: randomBytes(8).toString('hex'),
    name: `SELECT ${n}`,
    startTimeUnixNano: `${startUs + n}000`,
    endTimeUnixNano: `${startUs + n + 5}000`,
    attributes: [{ key: 'db.response.returned_rows', value: { intValue: n } }],
  }));
  sent.add(traceId);
  try {
    const response = await fetch(`${url}/api/${project.projectId}/integration/otlp/v1/traces`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-sentry-auth': `sentry sentry_key=${project.publicKey}` },
      body: JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] }),
    });
    await response.arrayBuffer();
    expect(response.status).toBe(200);
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
  answered.add(traceId);
  return true;
}

const spanFiles = () => readdir(join(dataDir, 'telemetry.duckdb.spans'));

test.each(points)('no acknowledged span is lost or doubled if the server is killed at %s', async (point) => {
  running = await startServerProcess(dataDir, { failAt: `${point}:1` });
  const killed = running;
  for (let n = 0; n < TRACE_COUNT; n += 1) if (!(await sendTrace(killed.url))) break;
  // It has them all, and moves them to a file.
  await killed.gone;
  expect(killed.child.signalCode).toBe('SIGKILL');

  running = await startServerProcess(dataDir);
  await drained(running.url);
  await running.stop();
  await using stores = await openStores(storesIn(dataDir));
  const projectIds = [project.projectId];
  for (const traceId of answered) {
    const spans = readOutline(await stores.telemetry.query('traceOutline', { projectIds, traceId, count: 2000 }));
    expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(TRACE_SPAN_COUNT);
  }
  const amounts = await stores.telemetry.query('storedAmounts', { projectIds });
  const { rows } = amounts.find(({ kind }) => kind === 'spans')!;
  expect(rows % TRACE_SPAN_COUNT).toBe(0);
  expect(rows).toBeGreaterThanOrEqual(answered.size * TRACE_SPAN_COUNT);
  expect(rows).toBeLessThanOrEqual(sent.size * TRACE_SPAN_COUNT);
  // What the crash left is gone: one file for each time that spans were moved, and none that does not count.
  const { rows: counted } = await stores.telemetry.checksum('span_files', { from: 0, before: Number.MAX_SAFE_INTEGER });
  expect(await spanFiles()).toHaveLength(counted);
});
