import { createHash } from 'node:crypto';
import { limits, type DebugId, type ProjectId } from '@seismo/protocol';
import { beforeEach, expect, test } from 'vitest';
import type { Journal } from '#journal/contract.ts';
import { reprocessEntry } from '#journal/reprocess-entry.ts';
import { putArtifact } from '#store/blobs/artifact-bytes.ts';
import { decodeBody } from '#store/bodies/body.ts';
import type { State } from '#store/state/contract.ts';
import { openDuckdbTelemetry } from '#store/telemetry/engines/duckdb/open.ts';
import type { Telemetry } from '#store/telemetry/contract.ts';
import type { Stores } from '#pipeline/signal.ts';
import { closing, testPath } from '../../../../testing/cleanup.ts';
import { drain as drainAll, unwatched } from '../../../../testing/drain.ts';
import { eventEnvelope, eventIdOf, nowMs, openPipeline, type Pipeline } from '../../../../testing/pipeline.ts';

const debugId = '11111111-2222-3333-4444-555555555555' as DebugId;
const map = JSON.stringify({
  version: 3,
  sources: ['src/cart.ts'],
  sourcesContent: ['export function total(cart) {\n  return cart.items.length;\n}\n'],
  names: ['total'],
  // Line 1 of the bundle, column 10, is line 2, column 9 of the source.
  mappings: 'UACSA',
});

let pipeline: Pipeline;
let stores: Stores;
let state: State;
let telemetry: Telemetry;
let journal: Journal;
let projectId: ProjectId;

beforeEach(async () => {
  pipeline = await openPipeline({ telemetry: closing(await openDuckdbTelemetry(testPath('telemetry.duckdb'))) });
  ({ stores, state, telemetry, journal, projectId } = pipeline);
});

async function drain(given: Stores = stores): Promise<number> {
  let failures = 0;
  await drainAll(given, unwatched(nowMs, { failed: () => failures++ }));
  return failures;
}

function send(n: number, withId = true, more: object = {}): Promise<number> {
  const file = 'https://shop.example/app.js';
  const frame = { filename: file, abs_path: file, function: 'a', lineno: 1, colno: 11, in_app: true };
  const event = {
    event_id: idOf(n),
    platform: 'javascript',
    release: 'shop@1',
    exception: { values: [{ type: 'TypeError', value: 'no items', stacktrace: { frames: [frame] } }] },
    ...(withId && { debug_meta: { images: [{ type: 'sourcemap', code_file: file, debug_id: debugId }] } }),
    ...more,
  };
  return pipeline.send(eventEnvelope(event), projectId, { receivedAtMs: nowMs + n });
}

const idOf = (n: number) => eventIdOf(n + 1);

async function upload(use: { release: string; dist?: string; debugId?: DebugId | null }): Promise<void> {
  const { organizationId } = pipeline;
  const body = new TextEncoder().encode(map);
  const blobKey = await putArtifact(stores.blobs, organizationId, body);
  const checksum = createHash('sha1').update(JSON.stringify(use)).digest('hex');
  const uses = [{ projectId, release: use.release, dist: use.dist ?? '', uploadedAtMs: nowMs }];
  const file = {
    kind: 'source-map' as const,
    url: '~/app.js.map',
    debugId: use.debugId ?? null,
    mapUrl: '',
    blobKey,
    bytes: body.length,
    map: null,
  };
  const repairs = await state.write(async (tx) => {
    const bundleId = await tx.addBundle({ organizationId, checksum, files: [file], uses });
    return tx.requestReprocessing([{ bundleId, ...uses[0]! }], nowMs);
  });
  for (const request of repairs) await journal.append(reprocessEntry(request, nowMs));
}

async function storedEvent(n: number) {
  const row = await pipeline.eventOf(idOf(n));
  return { row, stored: await decodeBody(row.body) };
}

const coverage = () =>
  telemetry.query('mapCoverage', { projectId, range: { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER } });

const issues = () =>
  state.listIssues({ projectIds: [projectId], ids: null, where: null, sort: 'last-seen', after: null, count: 10 });

test('an upload by debug ID maps earlier events to their source and retitles the issue', async () => {
  await send(1);
  await drain();
  expect((await coverage()).map(({ error, frames }) => [error, frames])).toEqual([
    ['', 0],
    ['no-artifact-with-debug-id', 1],
  ]);
  expect((await issues())[0]!.culprit).toBe('a (https://shop.example/app.js)');
  await upload({ release: '', debugId });
  await drain();
  const { row, stored } = await storedEvent(1);
  expect(stored.event.exception!.values[0]!.stacktrace!.frames[0]).toMatchObject({
    filename: 'src/cart.ts',
    function: 'total',
    lineno: 2,
    context_line: '  return cart.items.length;',
    map: { state: 'mapped', generated: { function: 'a', lineno: 1, colno: 11 } },
  });
  expect([row.culprit, stored.culprit]).toEqual(['total (src/cart.ts)', 'total (src/cart.ts)']);
  expect((await issues()).map(({ culprit, eventCount }) => [culprit, eventCount])).toEqual([
    ['total (src/cart.ts)', 1],
  ]);
  expect(await coverage()).toMatchObject([{ error: '', frames: 1, events: 1 }]);
  expect(await state.reprocessTasksOf(projectId, 5)).toMatchObject([
    { total: 1, done: 1, mapped: 1, endedAtMs: nowMs },
  ]);
});

test('events stored before their source map report their mapped group and stay in their issue', async () => {
  await send(1);
  await drain();
  await upload({ release: '', debugId });
  await drain();
  // The same error again: mapped, it has another hash, and so its own issue.
  await send(2);
  await drain();
  const [first, second] = (await issues()).toSorted((one, other) => one.id - other.id);
  const [before, after] = [(await storedEvent(1)).row, (await storedEvent(2)).row];
  expect([before.issueId, after.issueId]).toEqual([first!.id, second!.id]);
  expect(await telemetry.query('groupsByMap', { projectId, issueId: first!.id, count: 5 })).toMatchObject([
    {
      hash: before.hash,
      mappedHash: after.hash,
      events: 1,
      eventId: idOf(1),
      title: 'TypeError: no items',
      culprit: 'total (src/cart.ts)',
    },
  ]);
  expect(await telemetry.query('groupsByMap', { projectId, issueId: second!.id, count: 5 })).toEqual([]);
  const { stored } = await storedEvent(1);
  expect(stored.grouping.hash).toBe(before.hash);
  expect(stored.mappedGrouping).toEqual((await storedEvent(2)).stored.grouping);
});

test('an upload for a release maps events of that release only', async () => {
  await send(1, false);
  await send(2, false, { release: 'shop@2' });
  await drain();
  await upload({ release: 'shop@1' });
  await drain();
  expect((await coverage()).map(({ release, error, frames }) => [release, error, frames])).toEqual([
    ['shop@1', '', 1],
    ['shop@2', '', 0],
    ['shop@2', 'no-debug-id', 1],
  ]);
});

test('an upload without effect updates the reason', async () => {
  await send(1, false);
  await drain();
  await upload({ release: 'shop@1', dist: 'web' });
  await drain();
  expect((await coverage()).map(({ error }) => error)).toEqual(['', 'dist-differs']);
  expect(await state.reprocessTasksOf(projectId, 5)).toMatchObject([{ total: 1, mapped: 0 }]);
});

test('many events are reprocessed in batches, each once, even if a store fails in between', async () => {
  const total = limits.REPROCESS_EVENT_COUNT * 2 + 5;
  for (let n = 0; n < total; n++) await send(n);
  await drain();
  await upload({ release: '', debugId });
  for (const [store, method] of [
    ['telemetry', 'append'],
    ['state', 'write'],
    ['journal', 'trim'],
  ] as const) {
    await send(total + store.length, true);
    let left = 1;
    const failing = new Proxy(stores[store] as object, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]) => {
          if (name === method && left-- > 0) throw new Error('no');
          return (value as (...given: unknown[]) => unknown).apply(target, args);
        };
      },
    });
    await drain({ ...stores, [store]: failing });
  }
  await drain();
  const [issue, ...others] = (await issues()).filter(({ culprit }) => culprit === 'total (src/cart.ts)');
  expect(others.length).toBeLessThanOrEqual(1);
  expect(issue).toBeDefined();
  const cells = await coverage();
  expect(cells.map(({ error }) => error)).toEqual(['']);
  expect((await state.openReprocessTasks()).length).toBe(0);
});

test('a request that never reached the journal is processed after the next start', async () => {
  await send(1);
  await drain();
  await state.write((tx) => tx.requestReprocessing([{ bundleId: 1, projectId, release: 'shop@1', dist: '' }], nowMs));
  await drain();
  expect(await state.openReprocessTasks()).toEqual([]);
});
