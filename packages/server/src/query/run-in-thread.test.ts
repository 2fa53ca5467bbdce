import { beforeEach, expect, test } from 'vitest';
import { closing, testPath } from '../testing/cleanup.ts';
import { copyNewStores } from '../testing/new-stores.ts';
import { limits, type UserId } from '@seismo/protocol';
import { apply } from '#store/state/batch/seeds.ts';
import { facts, seed } from '#store/state/issues/seeds.ts';
import type { State } from '#store/state/contract.ts';
import { openStores, storesIn } from '#store/open.ts';
import { event } from '#store/telemetry/sample-rows.ts';
import type { ThreadedTelemetry } from '#store/telemetry/open-threaded.ts';
import { sharedClock } from '#platform/clock.ts';
import type { RunHeavy } from './heavy.ts';
import { runInThread } from './run-in-thread.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';

let state: State;
let telemetry: ThreadedTelemetry;
let run: RunHeavy;
let viewer: Viewer & { userId: UserId };
const issueCount = 250;
const range = '24h' as const;
const filter = { projects: [], environments: [], range, query: '', sort: 'last-seen' as const };

beforeEach(async () => {
  await copyNewStores(testPath());
  ({ state, telemetry } = closing(await openStores(storesIn(testPath()))));
  const clock = sharedClock();
  clock.set(Date.UTC(2026, 10, 21));
  const atMs = clock.now() - 1000;
  const seeded = await state.write(async (tx) => {
    const organizationId = await tx.createOrganization({ slug: 'main', name: 'Main', createdAtMs: 0 });
    const userId = await tx.createUser({ email: 'a@b.c', name: 'A', passwordHash: null, createdAtMs: 0 });
    await tx.setMembership({ organizationId, userId, role: 'owner' });
    viewer = { userId, memberships: [{ organizationId, role: 'owner' }], scopes: null, boundTo: null };
    const project = { organizationId, slug: 'shop', name: 'Shop', platform: 'node', createdAtMs: 0 };
    return { organizationId, projectId: await tx.createProject(project) };
  });
  const hashes = Array.from({ length: issueCount }, (_, index) => `h${index}`);
  const ids = await state.write((tx) => tx.ensureIssues(hashes.map((hash) => seed(seeded, hash))));
  const seen = { firstSeenAtMs: atMs, lastSeenAtMs: atMs, value: 'x'.repeat(2000) };
  await apply(
    state,
    1,
    [...ids.values()].map((id) => facts(id, seen)),
  );
  await telemetry.append({
    sequence: 1,
    rows: { events: [...ids.values()].map((issueId, index) => event(index, { ...seeded, issueId, atMs })) },
    changes: [],
  });
  const config = { publicUrl: 'http://seismo.test', mail: null };
  run = runInThread({ stores: storesIn(testPath()), telemetry, clock, config, answerMsMax: 600_000 });
});

test('an export in a thread equals a direct one, and so do its refusals', async () => {
  const all = await run('exportIssues', [viewer, filter, 'json']);
  expect([all.filename, all.rows]).toEqual(['issues.json', issueCount]);
  expect(JSON.parse(await new Response(all.body).text())).toHaveLength(issueCount);
  await expect(run('exportIssues', [viewer, { ...filter, query: 'is:' }, 'json'])).rejects.toMatchObject({
    name: 'Refusal',
    code: 'invalid',
  });
  const stranger = { ...viewer, memberships: [] };
  const preview = run('previewOwnership', [stranger, 'shop', 'path:* a@b.c']);
  await expect(preview).rejects.toMatchObject({ code: 'not-found' });
  expect(await run('previewOwnership', [viewer, 'nothing', '']).catch((error: Error) => error.name)).toBe('Refusal');
}, 120_000);

test('unread exports hold their slots until the client leaves, without blocking this thread', async () => {
  const held = await Promise.all(
    Array.from({ length: limits.HEAVY_PER_USER_COUNT_MAX }, () => run('exportIssues', [viewer, filter, 'json'])),
  );
  const gone = new AbortController();
  const waiting = Array.from({ length: limits.HEAVY_WAITING_COUNT_MAX }, (_, index) =>
    run('exportIssues', [viewer, filter, 'csv'], index === 0 ? undefined : gone.signal),
  );
  await expect(run('exportIssues', [viewer, filter, 'json'])).rejects.toMatchObject({ code: 'too-many' });
  // Another user still gets a slot.
  const other = { ...viewer, userId: (viewer.userId + 1) as UserId };
  const theirs = await run('exportIssues', [other, filter, 'csv']);
  expect((await new Response(theirs.body).text()).split('\r\n')).toHaveLength(issueCount + 2);
  await Promise.all(held.map(({ body }) => body.cancel()));
  const [stays, ...left] = waiting;
  const outcomes = Promise.allSettled(left);
  gone.abort();
  expect(new Set((await outcomes).map(({ status }) => status))).toEqual(new Set(['rejected']));
  expect((await stays)!.rows).toBe(issueCount);
  await (await stays)!.body.cancel();
}, 120_000);

test('an export is aborted when the client reads nothing', async () => {
  const clock = sharedClock();
  const config = { publicUrl: 'http://seismo.test', mail: null };
  const stores = storesIn(testPath());
  const impatient = runInThread({ stores, telemetry, clock, config, answerMsMax: 600_000, stallMsMax: 100 });
  const { body } = await impatient('exportAudit', [viewer, 'main', { userId: null, action: null }]);
  await new Promise((resolve) => setTimeout(resolve, 300));
  await expect(new Response(body).text()).rejects.toThrow(/read nothing/);
});
