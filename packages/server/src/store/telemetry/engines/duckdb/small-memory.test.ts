import { randomBytes } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { testPath } from '../../../../testing/cleanup.ts';
import { batch, event, issue, project, session, span } from '../../sample-rows.ts';
import { SAMPLE_PARTS } from '../../queries/span-distributions.ts';
import { openDuckdbTelemetry } from './open.ts';

// With text in its groups the question ran out of 12 MiB; as it is now it gets by with 6.
const MEMORY_BYTES_MAX = 9 * 1024 * 1024;
const SESSION_COUNT = 30_000;
const PERSON_COUNT = 6_000;
const RELEASE_COUNT = 20;

test('sessions and users are counted exactly even if their keys do not fit into memory', async () => {
  const path = testPath('telemetry.duckdb');
  const filled = await openDuckdbTelemetry(path);
  onTestFinished(() => filled.close());

  const userSets = Array.from({ length: RELEASE_COUNT }, () => new Set<number>());
  const sessions = Array.from({ length: SESSION_COUNT }, (_, n) => {
    const mixed = Math.imul(n, 2_654_435_761) >>> 0;
    const person = mixed % PERSON_COUNT;
    const release = (mixed >>> 8) % RELEASE_COUNT;
    userSets[release]!.add(person);
    return session(String(n).padStart(32, '0'), {
      userKey: `id:${String(person).padStart(36, '0')}`,
      release: `1.${release}`,
      [n % 1000 === 0 ? 'crashed' : 'exited']: 1,
    });
  });
  for (let start = 0; start < SESSION_COUNT; start += 5_000) {
    await filled.append(batch(start + 1, { sessions: sessions.slice(start, start + 5_000) }));
  }
  await filled.close();

  const telemetry = await openDuckdbTelemetry(path, { memoryBytesMax: MEMORY_BYTES_MAX, threads: 1 });
  onTestFinished(() => telemetry.close());
  const releases = Array.from({ length: RELEASE_COUNT }, (_, release) => `1.${release}`);
  const range = { fromMs: 0, toMs: 2000 };
  const rows = await telemetry.query('releaseSessionStats', {
    projectIds: [project(1)],
    environments: [],
    releases,
    range,
  });
  expect(rows).toHaveLength(RELEASE_COUNT + 1);
  expect(rows.at(-1)).toMatchObject({ release: null, sessions: SESSION_COUNT, users: PERSON_COUNT, crashed: 30 });
  expect(new Map(rows.slice(0, -1).map(({ release, users }) => [release, users]))).toEqual(
    new Map(releases.map((release, index) => [release, userSets[index]!.size])),
  );
});

test('moves all events of a large issue without reading their bodies into memory', { timeout: 60_000 }, async () => {
  const telemetry = await openDuckdbTelemetry(testPath('telemetry.duckdb'));
  for (let start = 0; start < 40_000; start += 1000) {
    const events = Array.from({ length: 1000 }, (_, n) => event(start + n, { body: randomBytes(6000) }));
    await telemetry.append(batch(start + 1, { events }));
  }
  const changes = [{ projectId: project(1), hash: 'h1', set: { issueId: issue(2) } }];
  await telemetry.append(batch(50_000, { changes }));
  const { ranges } = await telemetry.changedSince(0);
  expect(ranges).toHaveLength(10);
  await telemetry.close();
});

test('all attributes of new spans are compared at once, each text parsed once', { timeout: 60_000 }, async () => {
  const telemetry = await openDuckdbTelemetry(testPath('telemetry.duckdb'));
  onTestFinished(() => telemetry.close());
  const names = Array.from({ length: 120 }, (_, n) => `s:attribute.${n}`);
  const spans = Array.from({ length: 2500 }, (_, n) =>
    span(n, {
      projectId: project(1),
      status: n % 5 === 0 ? 'error' : 'ok',
      attributes: JSON.stringify(Object.fromEntries(names.map((name, at) => [name, `value ${(n + at) % 7} of it`]))),
    }),
  );
  await telemetry.append(batch(1, { spans }));
  const rows = await telemetry.query('spanDistributions', {
    projectIds: [project(1)],
    environments: [],
    range: { fromMs: 0, toMs: Date.UTC(2100, 0) },
    condition: { all: [] },
    selection: { column: 'status', is: ['error'] },
    selectedParts: SAMPLE_PARTS,
    restParts: SAMPLE_PARTS,
    values: names.map((attribute) => ({ attribute })),
    valueCount: 20,
    binCount: 8,
    charsMax: 200,
  });
  expect(rows).toHaveLength(7 * names.length);
});
