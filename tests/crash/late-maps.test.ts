import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits } from '@seismo/protocol';
import { openState, openStores, storesIn } from '@seismo/server/parts';
import { expect, test } from 'vitest';
import { populate } from './populate.ts';
import { drained, startServerProcess } from './server-process.ts';

const map = JSON.stringify({
  version: 3,
  sources: ['src/cart.ts'],
  sourcesContent: ['export function total(cart) {\n  return cart.items.length;\n}\n'],
  names: ['total'],
  mappings: 'UACSA',
});
const eventCount = limits.REPROCESS_EVENT_COUNT * 2 + 7;
const points = [
  'operation:prepared',
  'operation:changed:2',
  'state:before-commit',
  'operation:before-next',
  'operation:before-next:2',
];

test.each(points)('a late upload applies to every event once, even if the server is killed at %s', async (point) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'seismo-late-maps-'));
  try {
    const { projectId, publicKey, token } = await setUp(dataDir);
    const first = await startServerProcess(dataDir);
    for (let n = 0; n < eventCount; n++)
      await send(`${first.url}/api/${projectId}/envelope/?sentry_key=${publicKey}`, n);
    await drained(first.url);
    await first.stop();

    const killed = await startServerProcess(dataDir, { failAt: point });
    await upload(killed.url, token).catch(() => {});
    await killed.gone;
    const again = await startServerProcess(dataDir);
    await drained(again.url);
    await again.stop();

    await using stores = await openStores(storesIn(dataDir));
    const range = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER };
    const cells = await stores.telemetry.query('mapCoverage', { projectId, range });
    expect(cells).toMatchObject([{ error: '', frames: eventCount, events: eventCount }]);
    const [issue, ...others] = await stores.state.listIssues({
      projectIds: [projectId],
      ids: null,
      where: null,
      sort: 'last-seen',
      after: null,
      count: 5,
    });
    const open = await stores.state.openReprocessTasks();
    expect(issue).toMatchObject({ culprit: 'total (src/cart.ts)', eventCount });
    expect([others, open]).toEqual([[], []]);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});

async function setUp(dataDir: string) {
  const state = await openState(storesIn(dataDir));
  const [shop] = await populate(state, ['shop'], ['org:ci']);
  await state.close();
  return shop!;
}

async function send(url: string, n: number): Promise<void> {
  const file = 'https://shop.example/app.js';
  const eventId = (n + 1).toString(16).padStart(32, '0');
  const frames = [{ filename: file, abs_path: file, function: 'a', lineno: 1, colno: 11, in_app: true }];
  const exception = { values: [{ type: 'TypeError', value: 'no items', stacktrace: { frames } }] };
  const event = { event_id: eventId, platform: 'javascript', release: 'shop@1', exception };
  const body = `{"event_id":"${eventId}"}\n{"type":"event"}\n${JSON.stringify(event)}`;
  expect((await fetch(url, { method: 'POST', body })).status).toBe(200);
}

async function upload(url: string, token: string): Promise<void> {
  const form = new FormData();
  form.set('name', '~/app.js.map');
  form.set('file', new Blob([map]), 'app.js.map');
  const path = `/api/0/projects/main/shop/releases/${encodeURIComponent('shop@1')}/files/`;
  await fetch(`${url}${path}`, { method: 'POST', body: form, headers: { authorization: `Bearer ${token}` } });
}
