import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { limits } from '@seismo/protocol';
import { spanKinds, type SpanKindName } from '#domain/spans/span-kind.ts';
import { closing, testPath } from '../../../../../testing/cleanup.ts';
import { spanFolder, type EventChange, type SpanRow, type Telemetry } from '../../../contract.ts';
import type { QueryParams } from '../../../queries/index.ts';
import { isSampled } from '../../../queries/parts/trace-sample.ts';
import { batch, eventIdOf, moveSpans, project, span } from '../../../sample-rows.ts';
import { spanSearches } from '../../../sample-span-searches.ts';
import { openDuckdbTelemetry } from '../open.ts';
import { spanGroups } from './span-groups.ts';
import { storeBehind } from './store-behind.ts';

type Params = QueryParams['spanGroups'];

const kindNames = Object.keys(spanKinds) as SpanKindName[];
const projectIds = [project(1), project(2)];
const paramsOf = (kind: SpanKindName, params: Partial<Params> = {}): Params => ({
  projectIds,
  environments: [],
  range: { fromMs: 0, toMs: 100 },
  // As another thread sends them.
  condition: structuredClone(spanKinds[kind].condition),
  naming: structuredClone(spanKinds[kind].naming),
  current: { number: 'startUs', comparison: '>=', value: 50_000 },
  count: 100,
  ...params,
});

// One value of each is frequent, so that some groups have many spans.
const mostly = <T>(one: T, others: T[]) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(one) }, { weight: 1, arbitrary: fc.constantFrom(...others) });
const text = mostly('a', ['', 'b', 'é', '\uffff', '🦊', 'a\u0000b', '__proto__']);
const spanRow: fc.Arbitrary<Partial<SpanRow>> = fc.record({
  projectId: mostly(project(1), [project(2)]),
  op: mostly('db', ['pageload', 'http.server', 'http.client', 'db.query', 'queue.task', 'function.server_action']),
  isSegment: fc.boolean(),
  name: text,
  segmentName: text,
  service: mostly('', ['a']),
  status: fc.constantFrom('ok', 'error', 'unset'),
  startUs: fc.oneof(fc.integer({ min: -10, max: 110_000 }), fc.constantFrom(20_000, 49_999, 50_000, 100_000)),
  durationUs: fc.oneof(fc.constantFrom(0, 1, 2, 3), fc.nat(10_000_000), fc.constantFrom(2 ** 32 - 1, 2 ** 32, 2 ** 41)),
  receivedAtMs: fc.nat(50),
  environment: mostly('production', ['', 'staging']),
  clientSampleRate: mostly(1, [0.5, 0.3, 0.001]),
  serverSampleRate: mostly<number | null>(1, [0.7, null]),
  traceId: fc.constantFrom(eventIdOf(1), eventIdOf(2), eventIdOf(3)),
  attributes: fc
    .record(
      { 's:db.query.summary': text, 's:http.request.method': text, 's:server.address': text, 's:user.id': text },
      { requiredKeys: [] },
    )
    .map((attributes) => JSON.stringify(attributes)),
});
const timeMs = fc.constantFrom(0, 5, 20, 49, 50, 51, 100);
const change: fc.Arbitrary<EventChange> = fc.oneof(
  fc.record({
    projectId: fc.constantFrom(...projectIds),
    deleteSpans: fc.record({ fromMs: fc.nat(50), toMs: fc.nat(50) }),
  }),
  fc.record({ projectId: fc.constantFrom(...projectIds), delete: fc.constant('all' as const) }),
);
const steps = fc.array(
  fc.record({
    spans: fc.array(spanRow, { maxLength: 20 }),
    isMoved: fc.boolean(),
    share: fc.option(fc.constantFrom(0.3, 1)),
    changes: fc.oneof(
      { weight: 5, arbitrary: fc.constant<EventChange[]>([]) },
      { weight: 1, arbitrary: fc.array(change, { minLength: 1, maxLength: 2 }) },
    ),
  }),
  { minLength: 1, maxLength: 14 },
);
const query: fc.Arbitrary<Params> = fc
  .record({
    kind: mostly('queries', kindNames),
    params: fc.record(
      {
        projectIds: fc.subarray(projectIds),
        environments: fc.constantFrom<string[][]>([], [], ['production'], ['', 'staging'], ['none']),
        range: fc.record({ fromMs: timeMs, toMs: timeMs }),
        current: fc.record({
          number: fc.constant('startUs' as const),
          comparison: fc.constantFrom('>=' as const, '>=' as const, '<' as const),
          value: fc.oneof(
            timeMs.map((ms) => ms * 1000),
            fc.constantFrom(19_999.5, 50_000.5, -Infinity, Infinity),
          ),
        }),
        count: fc.constantFrom(0, 1, 3, 100),
      },
      { requiredKeys: [] },
    ),
    other: fc.oneof({ weight: 7, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: spanSearches.groups }),
  })
  .map(({ kind, params, other }) => ({ ...paramsOf(kind, params), ...other }));
const isInMemory = ({ naming, current }: Params) =>
  Object.values(spanKinds).some((kind) => JSON.stringify(kind.naming) === JSON.stringify(naming)) &&
  'comparison' in current &&
  current.comparison === '>=';

test('the rows are those of the SQL, for any spans in files and new ones', async () => {
  const { telemetry, passed } = await storeBehind(spanGroups());
  const plain = closing(await openDuckdbTelemetry(testPath('plain.duckdb'), { layers: [] }));
  await fc.assert(
    fc.asyncProperty(
      steps,
      fc.array(query, { minLength: 3, maxLength: 3 }),
      fc.constantFrom({}, { clientSampleRate: 1, serverSampleRate: 1 }),
      async (all, queries, rates) => {
        for (const store of [telemetry, plain]) await store.truncateAfter(0);
        for (const [index, { spans, isMoved, share, changes }] of all.entries()) {
          const rows = spans.map((row, n) => span(index * 100 + n, { ...row, ...rates }));
          for (const store of [telemetry, plain]) {
            await store.append(batch(index + 1, { spans: rows, changes }));
            const rules = projectIds.map((projectId) => ({ projectId, share: share ?? 1, slowUs: null }));
            const decision = { through: index + 1, sequence: index + 1, atMs: 0, arrivedUntilMs: 1000, rules };
            if (share !== null) await store.decideTraces(decision);
            if (isMoved) await moveSpans(store, index + 1);
          }
          for (const params of [...queries, ...queries]) {
            const rowsOf = (store: Telemetry) => store.query('spanGroups', structuredClone(params));
            passed.length = 0;
            expect(await rowsOf(telemetry)).toStrictEqual(await rowsOf(plain));
            expect(passed).toHaveLength(isInMemory(params) ? 0 : 1);
          }
        }
      },
    ),
    { numRuns: 15 },
  );
}, 240_000);

/** Numbers that look random, the same each time. */
function* noise(): Generator<number> {
  for (let state = 1; ; yield state / 2 ** 32) state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
}

test('percentiles of many spans are those of the SQL, however durations are distributed', async () => {
  const { telemetry, passed } = await storeBehind(spanGroups());
  const plain = closing(await openDuckdbTelemetry(testPath('plain.duckdb'), { layers: [] }));
  const numbers = noise();
  const next = () => numbers.next().value as number;
  const durations: Record<string, () => number> = {
    'log-normal': () => Math.floor(Math.exp(8 + 3 * (next() + next() - next()))),
    even: () => Math.floor(next() * 1_000_000),
    'nearly constant': () => 1_000_000 + Math.floor(next() * 3),
    constant: () => 7,
    'none or long': () => (next() < 0.9 ? 0 : Math.floor(next() * 2 ** 35)),
  };
  const spans = Array.from({ length: 20_000 }, (_, n) => {
    const [name, duration] = Object.entries(durations)[n % 5]!;
    return span(n, {
      op: 'db',
      name,
      startUs: Math.floor(next() * 100_000),
      durationUs: duration(),
      status: next() < 0.1 ? 'error' : 'ok',
      clientSampleRate: [1, 0.5, 0.01][Math.floor(next() * 3)]!,
    });
  });
  for (const [index, part] of [spans.slice(0, 9000), spans.slice(9000, 15_000), spans.slice(15_000)].entries()) {
    for (const store of [telemetry, plain]) {
      await store.append(batch(index + 1, { spans: part }));
      if (index < 2) await moveSpans(store, index + 1);
    }
  }
  for (const value of [0, 1000, 50_000, 73_210, 99_000, 100_000]) {
    const params = paramsOf('queries', { current: { number: 'startUs', comparison: '>=', value } });
    const rows = await telemetry.query('spanGroups', params);
    expect(rows).toHaveLength(5);
    expect(rows).toStrictEqual(await plain.query('spanGroups', params));
  }
  expect(passed).toEqual([]);
});

/** A store with this cache only. `deleteFiles` makes its SQL fail. */
async function fixture(bytesMax?: number) {
  const path = testPath('telemetry.duckdb');
  const telemetry = closing(await openDuckdbTelemetry(path, { layers: [spanGroups(bytesMax)], readers: 3 }));
  let sequence = 0;
  return {
    telemetry,
    append: (spans: SpanRow[]) => telemetry.append(batch(++sequence, { spans })),
    move: () => moveSpans(telemetry, sequence),
    async deleteFiles() {
      const names = await readdir(spanFolder(path));
      expect(names.length).toBeGreaterThan(0);
      for (const name of names) await rm(join(spanFolder(path), name));
    },
    countOf: async (kind: SpanKindName, params: Partial<Params> = {}) => {
      const rows = await telemetry.query('spanGroups', paramsOf(kind, params));
      return rows.reduce((sum, { currentCount, previousCount }) => sum + currentCount + previousCount, 0);
    },
  };
}

const some = (op: string, count: number, row: (n: number) => Partial<SpanRow> = () => ({})): SpanRow[] =>
  Array.from({ length: count }, (_, n) => span(n, { op, startUs: n % 100_000, ...row(n) }));

test('spans of a kind are read once from files, and new ones each time', async () => {
  const { append, move, deleteFiles, countOf } = await fixture();
  await append([...some('db', 10), ...some('http.client', 5)]);
  await move();
  expect(await countOf('queries')).toBe(10);
  await deleteFiles();
  expect(await countOf('queries')).toBe(10);
  expect(await countOf('queries', { range: { fromMs: 0, toMs: 0.005 } })).toBe(5);
  await append(some('db', 2));
  expect(await countOf('queries')).toBe(12);
  await expect(countOf('requests')).rejects.toThrow(/No files found/);
});

test('new spans are added to those in memory, which are read again if one of them goes, is decided about or was another', async () => {
  const { telemetry, passed } = await storeBehind(spanGroups());
  const counts = async (of = projectIds) => {
    const byMemory = await telemetry.query('spanGroups', paramsOf('queries', { projectIds: of }));
    expect(passed).toEqual([]);
    const current = { number: 'startUs', comparison: '<', value: 50_000 } as const;
    const bySql = await telemetry.query('spanGroups', paramsOf('queries', { projectIds: of, current }));
    expect(passed.splice(0)).toHaveLength(1);
    const countOf = (rows: typeof bySql) => rows.map((row) => [row.name, row.currentCount + row.previousCount]);
    expect(countOf(byMemory)).toEqual(countOf(bySql));
    return countOf(byMemory);
  };
  const undecided = (name: string, count: number, row: (n: number) => Partial<SpanRow> = () => ({})) =>
    some('db', count, (n) => ({ name, serverSampleRate: null, receivedAtMs: n, traceId: eventIdOf(n), ...row(n) }));

  await telemetry.append(batch(1, { spans: undecided('a', 60) }));
  await telemetry.append(batch(2, { spans: undecided('a', 2) }));
  expect(await counts()).toEqual([['a', 62]]);
  await telemetry.append(batch(3, { spans: undecided('a', 3) }));
  expect(await counts()).toEqual([['a', 65]]);
  await telemetry.append(batch(4, { spans: undecided('b', 65, () => ({ projectId: project(2) })) }));
  expect(await counts([project(2)])).toEqual([['b', 65]]);
  expect(await counts([project(1)])).toEqual([['a', 65]]);

  const rules = projectIds.map((projectId) => ({ projectId, share: 0.5, slowUs: null }));
  await telemetry.decideTraces({ through: 2, sequence: 4, atMs: 100, arrivedUntilMs: 40, rules });
  const [[, decided]] = (await counts([project(1)])) as [[string, number]];
  expect(decided).not.toBe(65);

  const deleteSpans = { fromMs: 50, toMs: 55 };
  await telemetry.append(batch(5, { changes: [{ projectId: project(1), deleteSpans }] }));
  expect(await counts([project(1)])).toEqual([['a', decided - 5]]);

  await telemetry.truncateAfter(0);
  await telemetry.append(batch(1, { spans: undecided('a', 60) }));
  await counts();
  await telemetry.truncateAfter(0);
  await telemetry.append(batch(1, { spans: undecided('b', 60) }));
  expect(await counts()).toEqual([['b', 60]]);
});

test('new spans are read again if those that stay stand for as many as all did', async () => {
  const { telemetry } = await storeBehind(spanGroups());
  const ids = Array.from({ length: 200 }, (_, n) => eventIdOf(n));
  const [kept, others] = [true, false].map((is) => ids.filter((id) => isSampled(id, 0.5) === is).slice(0, 10));
  const row = { op: 'db', startUs: 0, serverSampleRate: null };
  const spans = [...kept!, ...others!].map((traceId, n) => span(n, { ...row, traceId, durationUs: n < 10 ? 1 : 1000 }));
  await telemetry.append(batch(1, { spans }));
  const read = async () => (await telemetry.query('spanGroups', paramsOf('queries')))[0];
  expect(await read()).toMatchObject({ previousCount: 20, previousSpans: 20, previousP95: 1000 });
  const rules = [{ projectId: project(1), share: 0.5, slowUs: null }];
  await telemetry.decideTraces({ through: 1, sequence: 1, atMs: 100, arrivedUntilMs: Number.MAX_SAFE_INTEGER, rules });
  expect(await read()).toMatchObject({ previousCount: 20, previousSpans: 10, previousP95: 1 });
});

test('only kinds are read into memory, and only a comparison of two times', async () => {
  const { append, move, deleteFiles, countOf } = await fixture();
  await append(some('db', 3));
  await move();
  await countOf('queries');
  await deleteFiles();
  expect(await countOf('queries')).toBe(3);
  const others: Partial<Params>[] = [
    { condition: { all: [spanKinds.queries.condition, { column: 'name', is: ['GET /'] }] } },
    { naming: spanKinds.jobs.naming },
    { current: { number: 'startUs', comparison: '>', value: 50_000 } },
    { current: { number: 'durationUs', comparison: '>=', value: 50_000 } },
    { current: { column: 'release', is: ['1.0.0'] } },
  ];
  for (const params of others) await expect(countOf('queries', params)).rejects.toThrow(/No files found/);
});

test('the kind that was measured least recently makes room for another one', async () => {
  const { append, move, deleteFiles, countOf } = await fixture(12_000);
  await append([
    ...some('db', 400),
    ...some('http.client', 400),
    ...some('queue.task', 400, () => ({ isSegment: true })),
  ]);
  await move();
  for (const kind of ['queries', 'jobs', 'queries', 'requests'] as const) await countOf(kind);
  await deleteFiles();
  expect([await countOf('queries'), await countOf('requests')]).toEqual([400, 400]);
  await expect(countOf('jobs')).rejects.toThrow(/No files found/);
});

test('spans that are too many together are left to the SQL, and do not displace others again', async () => {
  const { append, move, deleteFiles, countOf } = await fixture(15_000);
  await append(some('db', 800));
  await move();
  await append([...some('db', 800), ...some('http.client', 100)]);
  await move();
  expect(await countOf('queries')).toBe(1600);
  await countOf('requests');
  expect(await countOf('queries')).toBe(1600);
  await deleteFiles();
  expect(await countOf('requests')).toBe(100);
});

test('a kind with too many groups is left to the SQL', async () => {
  const { append, move, deleteFiles, countOf } = await fixture();
  const [most, tooMany] = [limits.SPAN_GROUP_CACHE_GROUP_COUNT_MAX, limits.SPAN_GROUP_CACHE_GROUP_COUNT_MAX + 1];
  await append([
    ...some('db', most, (n) => ({ name: `${n}` })),
    ...some('http.client', tooMany, (n) => ({ name: `${n}` })),
  ]);
  const all = { count: tooMany };
  expect([await countOf('queries', all), await countOf('requests', all)]).toEqual([most, tooMany]);
  await move();
  expect([await countOf('queries', all), await countOf('requests', all)]).toEqual([most, tooMany]);
  await deleteFiles();
  expect(await countOf('queries', all)).toBe(most);
  await append(some('db', 1));
  await expect(countOf('queries', all)).rejects.toThrow(/No files found/);
  await expect(countOf('requests', all)).rejects.toThrow(/No files found/);
});

test('durations that add up beyond exact numbers are added by the SQL', async () => {
  const { telemetry, append } = await fixture();
  const longest = Number.MAX_SAFE_INTEGER;
  // Each microsecond alone would be lost after the longest one.
  await append(some('db', 1001, (n) => ({ durationUs: n === 500 ? longest : 1 })));
  const [row] = await telemetry.query('spanGroups', paramsOf('queries'));
  expect(row).toMatchObject({ previousUs: Number(BigInt(longest) + 1000n), previousP95: 1 });
});

test('weights that add up beyond exact numbers are added by the SQL', async () => {
  const { telemetry, passed } = await storeBehind(spanGroups());
  await telemetry.append(batch(1, { spans: some('db', 1001, () => ({ clientSampleRate: 1e-7 })) }));
  const [row] = await telemetry.query('spanGroups', paramsOf('queries'));
  expect(row!.previousCount).toBeCloseTo(1001e7);
  expect(passed).toHaveLength(1);
});

test('each span counts once while it moves into a file and files are joined', async () => {
  const { telemetry, append, move, countOf } = await fixture();
  let appended = 0;
  let isDone = false;
  const reading = Array.from({ length: 2 }, async () => {
    while (!isDone) {
      const before = appended;
      const found = await countOf('queries');
      expect(found).toBeGreaterThanOrEqual(before);
      expect(found % 50).toBe(0);
      expect(found).toBeLessThanOrEqual(before + 250);
    }
  });
  for (let step = 0; step < 2 * limits.SPAN_FILE_JOIN_COUNT; step += 1) {
    await append(some('db', 50));
    appended += 50;
    await move();
    await telemetry.reclaim();
  }
  isDone = true;
  await Promise.all(reading);
  expect(await countOf('queries')).toBe(appended);
});
