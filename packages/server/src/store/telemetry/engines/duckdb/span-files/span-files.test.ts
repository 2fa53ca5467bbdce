import { mkdir, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { expect, test } from 'vitest';
import { limits } from '@seismo/protocol';
import { closing, newFolder } from '../../../../../testing/cleanup.ts';
import type { SpanCondition } from '#domain/spans/span-condition.ts';
import { spanFolder, type SpanRow, type Telemetry, type TelemetryBatch } from '../../../contract.ts';
import { isSampled } from '../../../queries/parts/trace-sample.ts';
import { readOutline } from '../../../queries/trace-outline.ts';
import { batch, eventIdOf, moveSpans, project, span, spanIdOf } from '../../../sample-rows.ts';
import { openDuckdbTelemetry } from '../open.ts';
import { createSpanFiles } from './span-files.ts';

const DAY_MS = 86_400_000;
const newPath = () => join(newFolder(), "it's [a] b=c*.duckdb");
const filesOf = (path: string) => readdir(spanFolder(path)).catch(() => []);
const projectIds = [project(1), project(2)];
const traceId = eventIdOf(1);

async function namesOf(telemetry: Telemetry): Promise<string[]> {
  const outline = await telemetry.query('traceOutline', { projectIds, traceId, count: 1000 });
  return readOutline(outline).map(({ spanId }) => spanId);
}
const ids = (...numbers: number[]) => numbers.map(spanIdOf);
const attributesOf = async (telemetry: Telemetry, n: number) =>
  (await telemetry.query('spanById', { projectIds, traceId, spanId: spanIdOf(n) }))[0]?.attributes;

test('spans are moved by project and day of arrival, and are the same afterward, also when the store is opened again', async () => {
  const path = newPath();
  const telemetry = await openDuckdbTelemetry(path);
  const spans = [
    span(1, { receivedAtMs: 5 }),
    span(2, { receivedAtMs: DAY_MS - 1, attributes: '{"s:a":"x","n:b":1.5,"b:c":true}' }),
    span(3, { receivedAtMs: DAY_MS }),
    span(4, { projectId: project(2) }),
  ];
  await telemetry.append(batch(1, { spans }));
  expect(await moveSpans(telemetry, 1)).toBe(3);
  expect(await filesOf(path)).toHaveLength(3);
  expect(await telemetry.query('spanDays', { projectId: project(1), untilMs: 9 * DAY_MS })).toEqual([
    { dayAtMs: 0, rows: 2 },
    { dayAtMs: DAY_MS, rows: 1 },
  ]);
  await telemetry.close();
  const again = closing(await openDuckdbTelemetry(path));
  expect(await namesOf(again)).toEqual(ids(1, 2, 3, 4));
  expect(await attributesOf(again, 2)).toEqual({ 's:a': 'x', 'n:b': 1.5, 'b:c': true });
  expect(await attributesOf(again, 1)).toEqual({});
});

test('only spans that were applied by the given sequence are moved', async () => {
  const path = newPath();
  const telemetry = closing(await openDuckdbTelemetry(path));
  for (const sequence of [1, 2, 3]) await telemetry.append(batch(sequence, { spans: [span(sequence)] }));
  expect(await moveSpans(telemetry, 2)).toBe(1);
  await telemetry.truncateAfter(2);
  expect(await namesOf(telemetry)).toEqual(ids(1, 2));
  // Not in production; it removes them from files all the same.
  await telemetry.truncateAfter(1);
  expect(await namesOf(telemetry)).toEqual(ids(1));
});

const decide = (telemetry: Telemetry, through: number, share = 0.5) =>
  telemetry.decideTraces({
    through,
    sequence: through,
    atMs: 1,
    arrivedUntilMs: DAY_MS,
    rules: projectIds.map((projectId) => ({ projectId, share, slowUs: null })),
  });

test('only spans of decided traces are moved, and a file that was written before a decision is not used', async () => {
  const telemetry = closing(await openDuckdbTelemetry(newPath()));
  const spans = [span(1), span(2, { traceId: eventIdOf(2), serverSampleRate: null, status: 'error' })];
  await telemetry.append(batch(1, { spans }));
  const file = await telemetry.writeSpanFile({ through: 1, rowsMin: 1 });
  expect(await decide(telemetry, 1)).toBe(1);
  expect(await telemetry.commitSpanFile(file!)).toBe(false);
  expect(await moveSpans(telemetry, 1)).toBe(1);
  await telemetry.append(batch(2, { spans: [span(3, { serverSampleRate: null })] }));
  expect(await moveSpans(telemetry, 2)).toBe(0);
  expect(await namesOf(telemetry)).toEqual(ids(1, 3));
});

test('a span that comes late follows its trace in a file', async () => {
  const telemetry = closing(await openDuckdbTelemetry(newPath()));
  const late = (n: number, trace: number) => span(n, { traceId: eventIdOf(trace), serverSampleRate: null });
  await telemetry.append(batch(1, { spans: [span(1, { serverSampleRate: 0.25 })] }));
  await moveSpans(telemetry, 1);
  await telemetry.append(batch(2, { spans: [late(2, 1), late(3, 2)] }));
  expect(await decide(telemetry, 2, 0)).toBe(2);
  expect(await namesOf(telemetry)).toEqual(ids(1, 2));
  const [found] = await telemetry.query('spanById', { projectIds, traceId, spanId: spanIdOf(2) });
  expect(found!.serverSampleRate).toBe(0.25);
});

test('a decision is a change for backups, of the spans that stay and of those that go', async () => {
  const telemetry = closing(await openDuckdbTelemetry(newPath()));
  const [stays, goes] = [true, false].map((isIn) => {
    const found = Array.from({ length: 99 }, (_, n) => eventIdOf(n)).find((id) => isSampled(id, 0.5) === isIn)!;
    return span(1, { traceId: found, serverSampleRate: null });
  }) as [SpanRow, SpanRow];
  const second = limits.SEGMENT_SEQUENCE_COUNT;
  await telemetry.append(batch(1, { spans: [stays] }));
  await telemetry.append(batch(second, { spans: [goes] }));
  await telemetry.append(batch(2 * second, { spans: [span(3)] }));
  const { change } = await telemetry.changedSince(0);
  expect(await decide(telemetry, second)).toBe(2);
  expect(new Set((await telemetry.changedSince(change)).ranges)).toEqual(new Set([0, 1]));
});

test('nothing is moved before a project has enough spans, unless all projects together have too many', async () => {
  const telemetry = closing(await openDuckdbTelemetry(newPath()));
  await telemetry.append(batch(1, { spans: [span(1), span(2)] }));
  expect(await telemetry.writeSpanFile({ through: 1, rowsMin: 3 })).toBeNull();
  expect(await telemetry.writeSpanFile({ through: 1, rowsMin: 2 })).not.toBeNull();
  const many = Array.from({ length: limits.NEW_SPAN_COUNT_MAX }, (_, n) => span(n));
  await telemetry.append(batch(2, { spans: many }));
  expect(await telemetry.writeSpanFile({ through: 2, rowsMin: Number.MAX_SAFE_INTEGER })).not.toBeNull();
});

const removals: Record<string, (telemetry: Telemetry) => Promise<void>> = {
  'an end user was deleted': (telemetry) =>
    telemetry.append(
      batch(1, {
        changes: [
          {
            projectId: project(1),
            delete: {
              eventIds: [],
              userKeys: { events: { is: ['id:7'], isIgnoringCase: [] }, sessions: { is: [], isIgnoringCase: [] } },
            },
          },
        ],
      }),
    ),
  'the project was deleted': (telemetry) =>
    telemetry.append(batch(1, { changes: [{ projectId: project(1), delete: 'all' }] })),
  'retention removed them': (telemetry) =>
    telemetry.append(batch(1, { changes: [{ projectId: project(1), deleteSpans: { fromMs: 0, toMs: DAY_MS } }] })),
  'they were truncated': (telemetry) => telemetry.truncateAfter(0),
};

test.each(Object.entries(removals))('a file is not used if %s after it was written', async (_how, remove) => {
  const path = newPath();
  const telemetry = closing(await openDuckdbTelemetry(path));
  const mine = span(1, { userKey: 'id:7', attributes: '{"s:user.id":"7"}' });
  await telemetry.append(batch(1, { spans: [mine] }));
  const file = await telemetry.writeSpanFile({ through: 1, rowsMin: 1 });
  await remove(telemetry);
  expect(await telemetry.commitSpanFile(file!)).toBe(false);
  expect(await namesOf(telemetry)).toEqual([]);
  expect(await filesOf(path)).toEqual([]);
});

test.each(Object.entries(removals))('moved spans are gone, and so is their file, after %s', async (_how, remove) => {
  const path = newPath();
  const telemetry = closing(await openDuckdbTelemetry(path));
  const mine = span(1, { userKey: 'id:7', attributes: '{"s:user.id":"7"}' });
  await telemetry.append(batch(1, { spans: [mine] }));
  await moveSpans(telemetry, 1);
  expect(await namesOf(telemetry)).toEqual(ids(1));
  await remove(telemetry);
  expect(await namesOf(telemetry)).toEqual([]);
  await telemetry.reclaim();
  expect(await filesOf(path)).toEqual([]);
  expect((await telemetry.query('storedAmounts', { projectIds })).filter(({ kind }) => kind === 'spans')).toEqual([]);
});

test('the spans of other end users stay when a file is written without those of one', async () => {
  const path = newPath();
  const telemetry = closing(await openDuckdbTelemetry(path));
  const spans = ['7', '8', '7'].map((id, n) =>
    span(n, { userKey: `id:${id}`, attributes: JSON.stringify({ 's:user.id': id, 'n:n': n }) }),
  );
  await telemetry.append(batch(1, { spans }));
  await moveSpans(telemetry, 1);
  const before = await filesOf(path);
  await removals['an end user was deleted']!(telemetry);
  expect(await namesOf(telemetry)).toEqual(ids(1));
  expect(await attributesOf(telemetry, 1)).toEqual({ 's:user.id': '8', 'n:n': 1 });
  await telemetry.reclaim();
  const after = await filesOf(path);
  expect(after).toHaveLength(1);
  expect(after).not.toEqual(before);
});

test('retention of a part of a day removes what arrived in it', async () => {
  const telemetry = closing(await openDuckdbTelemetry(newPath()));
  await telemetry.append(batch(1, { spans: [span(1, { receivedAtMs: 5 }), span(2, { receivedAtMs: 50 })] }));
  await moveSpans(telemetry, 1);
  const deleteSpans = { fromMs: 0, toMs: 10 };
  await telemetry.append(batch(1, { changes: [{ projectId: project(1), deleteSpans }] }));
  expect(await namesOf(telemetry)).toEqual(ids(2));
});

test('small files of a day are joined, with attributes that only some of them have as columns', async () => {
  const path = newPath();
  const telemetry = closing(await openDuckdbTelemetry(path));
  for (let n = 0; n < limits.SPAN_FILE_JOIN_COUNT; n += 1) {
    const attributes = {
      [`s:only.${n}`]: 'x',
      [n % 2 ? 's:Case' : 's:case']: `v${n}`,
      'n:all': n,
      [`s:odd "'~/${n}`]: 'y',
    };
    await telemetry.append(batch(n + 1, { spans: [span(n, { attributes: JSON.stringify(attributes) })] }));
    await moveSpans(telemetry, n + 1);
  }
  expect(await filesOf(path)).toHaveLength(1);
  for (let n = 0; n < limits.SPAN_FILE_JOIN_COUNT; n += 1) {
    expect(await attributesOf(telemetry, n)).toEqual({
      [`s:only.${n}`]: 'x',
      [n % 2 ? 's:Case' : 's:case']: `v${n}`,
      'n:all': n,
      [`s:odd "'~/${n}`]: 'y',
    });
  }
});

test('a span can have more attributes than a file has columns', async () => {
  const telemetry = closing(await openDuckdbTelemetry(newPath()));
  const attributes = Object.fromEntries(Array.from({ length: 256 }, (_, n) => [`s:a${n}`, `v${n}`]));
  await telemetry.append(batch(1, { spans: [span(1, { attributes: JSON.stringify(attributes) })] }));
  await moveSpans(telemetry, 1);
  expect(await attributesOf(telemetry, 1)).toEqual(attributes);
});

test('an attribute remains that none of the spans has by which columns are chosen', async () => {
  const telemetry = closing(await openDuckdbTelemetry(newPath()));
  const attributesIn = (n: number) => ({
    's:large': `${n}`.padEnd(8000, 'ab'),
    ...(n % 2 === 1 && { 's:odd': `${n}` }),
  });
  const spans = Array.from({ length: 2000 }, (_, n) => span(n, { attributes: JSON.stringify(attributesIn(n)) }));
  await telemetry.append(batch(1, { spans }));
  await moveSpans(telemetry, 1);
  for (const n of [0, 1, 1998, 1999]) expect(await attributesOf(telemetry, n)).toEqual(attributesIn(n));
});

test('thousands of attribute names of a project make no more columns and no longer lists', async () => {
  const telemetry = closing(await openDuckdbTelemetry(newPath()));
  const [spanCount, ownCount] = [500, 20];
  const attributesIn = (n: number) => ({
    's:shared': `v${n % 3}`,
    ...Object.fromEntries(Array.from({ length: ownCount }, (_, k) => [`s:user.${n}.field.${k}`, `${n} ${k}`])),
  });
  const rows = (from: number) =>
    Array.from({ length: spanCount }, (_, n) => span(from + n, { attributes: JSON.stringify(attributesIn(from + n)) }));
  for (let file = 0; file < limits.SPAN_FILE_JOIN_COUNT; file += 1) {
    await telemetry.append(batch(file + 1, { spans: rows(file * spanCount) }));
    await moveSpans(telemetry, file + 1);
  }
  // New spans beside the joined file.
  await telemetry.append(batch(99, { spans: rows(90_000) }));
  const search = { projectIds, environments: [], range: { fromMs: 0, toMs: DAY_MS }, condition: { all: [] } };
  const names = await telemetry.query('spanAttributeNames', {
    ...search,
    sampleCount: limits.SUGGESTION_SAMPLE_COUNT_MAX,
    count: limits.SPAN_ATTRIBUTE_NAME_COUNT_MAX,
  });
  expect(names).toHaveLength(limits.SPAN_ATTRIBUTE_NAME_COUNT_MAX);
  expect(names[0]!.name).toBe('s:shared');
  for (const n of [0, 1234, 3999, 90_007]) expect(await attributesOf(telemetry, n)).toEqual(attributesIn(n));
  const of = async (condition: SpanCondition) =>
    (
      await telemetry.query('spanSamples', {
        ...search,
        condition,
        attributes: ['s:user.1234.field.7'],
        order: 'newest',
        after: null,
        count: 5000,
      })
    ).map(({ values }) => values);
  expect(await of({ attribute: 's:user.1234.field.7', is: ['1234 7'] })).toEqual([['1234 7']]);
  expect(await of({ attribute: 's:shared', is: ['v1'] })).toHaveLength(1500);
}, 60_000);

test('files that a crash left are deleted when the store is opened', async () => {
  const path = newPath();
  const telemetry = await openDuckdbTelemetry(path);
  await telemetry.append(batch(1, { spans: [span(1)] }));
  await moveSpans(telemetry, 1);
  const counted = await filesOf(path);
  await telemetry.close();
  await writeFile(join(spanFolder(path), `${'a'.repeat(32)}.parquet`), 'cut off');
  closing(await openDuckdbTelemetry(path));
  expect(await filesOf(path)).toEqual(counted);
});

test('queries see each span once while files are written, joined and removed', async () => {
  const telemetry = closing(await openDuckdbTelemetry(newPath(), { readers: 4 }));
  const all: number[] = [];
  let isDone = false;
  const reading = Array.from({ length: 3 }, async () => {
    while (!isDone) {
      const before = all.length;
      const found = await namesOf(telemetry);
      expect(found.length).toBeGreaterThanOrEqual(before);
      expect(new Set(found).size).toBe(found.length);
    }
  });
  for (let sequence = 1; sequence <= 12; sequence += 1) {
    const rows: TelemetryBatch['rows'] = { spans: [span(sequence * 2), span(sequence * 2 + 1)] };
    await telemetry.append({ sequence, rows, changes: [] });
    all.push(sequence * 2, sequence * 2 + 1);
    await moveSpans(telemetry, sequence);
    await telemetry.reclaim();
  }
  isDone = true;
  await Promise.all(reading);
  expect(await namesOf(telemetry)).toEqual(ids(...all));
});

test('the files count as space of the store', async () => {
  const telemetry = closing(await openDuckdbTelemetry(newPath()));
  const spans = Array.from({ length: 5000 }, (_, n) =>
    span(n, { attributes: JSON.stringify({ 's:a': `${n * 7919}` }) }),
  );
  await telemetry.append(batch(1, { spans }));
  await telemetry.reclaim();
  const { bytes } = await telemetry.space();
  await moveSpans(telemetry, 1);
  expect((await telemetry.space()).bytes).toBeGreaterThan(bytes + 20_000);
});

test('the spans of files that are missing or cut off are left out until the files are back', async () => {
  const path = newPath();
  const first = await openDuckdbTelemetry(path);
  await first.append(batch(1, { spans: [span(1, { userKey: 'id:7', attributes: '{"s:user.id":"7"}' })] }));
  await moveSpans(first, 1);
  await first.append(batch(2, { spans: [span(2)] }));
  await moveSpans(first, 2);
  await first.append(batch(3, { spans: [span(3)] }));
  await first.close();
  const paths = (await filesOf(path)).map((name) => join(spanFolder(path), name));
  const contents = await Promise.all(paths.map((each) => readFile(each)));
  await rm(paths[0]!);
  await truncate(paths[1]!, 100);
  const second = await openDuckdbTelemetry(path);
  expect(await namesOf(second)).toEqual(ids(3));
  const { files, spans } = await second.unreadableSpans();
  expect([files.toSorted(), spans]).toEqual([paths.toSorted(), 2]);
  expect(await second.linkSpanFiles()).toEqual([]);
  // What has to be removed is removed where it can be.
  await removals['an end user was deleted']!(second);
  await second.close();
  for (const [index, each] of paths.entries()) await writeFile(each, contents[index]!);
  const third = closing(await openDuckdbTelemetry(path));
  expect(await namesOf(third)).toEqual(ids(1, 2, 3));
  expect(await third.unreadableSpans()).toEqual({ files: [], spans: 0 });
});

test('the file and the log of the store do not grow with the spans that are moved', async () => {
  const path = newPath();
  const telemetry = closing(await openDuckdbTelemetry(path));
  const bytes = async () => (await stat(path)).size + ((await stat(`${path}.wal`).catch(() => null))?.size ?? 0);
  const sizes: number[] = [];
  for (let sequence = 1; sequence <= 12; sequence += 1) {
    // Of another project, one span in each batch stays.
    const spans = Array.from({ length: 20_000 }, (_, n) =>
      span(sequence * 100_000 + n, { attributes: JSON.stringify({ 's:a': `${n}`, 'n:b': n }), projectId: project(1) }),
    );
    await telemetry.append(batch(sequence, { spans: [...spans, span(sequence, { projectId: project(2) })] }));
    const file = await telemetry.writeSpanFile({ through: sequence, rowsMin: 20_000 });
    expect(await telemetry.commitSpanFile(file!)).toBe(true);
    await telemetry.reclaim();
    sizes.push(await bytes());
  }
  // From one checkpoint to the next, the size goes up and down by a third, as blocks become free.
  expect(Math.max(...sizes.slice(6))).toBeLessThanOrEqual(Math.max(...sizes.slice(0, 6)) * 1.2);
}, 60_000);

test('the newest spans are found in whichever files they are, also those that start at the same time', async () => {
  const telemetry = closing(await openDuckdbTelemetry(newPath()));
  const everything = { projectIds, environments: [], range: { fromMs: 0, toMs: DAY_MS } };
  const newest = async (count: number, condition: SpanCondition = { all: [] }, range = everything.range) => {
    const params = { ...everything, range, condition, attributes: [], order: 'newest' as const, after: null, count };
    return (await telemetry.query('spanSamples', params)).map(({ spanId }) => Number(BigInt(`0x${spanId}`)));
  };
  // In files of their own: three later ones with one odd span each, which reach back to the start of the ones before.
  for (let n = 1; n <= 5; n += 1) {
    const spans = [
      span(n * 10, { startUs: n * 1000, name: 'a' }),
      span(n * 10 + 1, { startUs: n * 1000 + 500, name: 'a' }),
      span(n * 10 + 2, { startUs: 2500, name: n === 1 ? 'rare' : 'b' }),
      // At the same time as the last one of the file before.
      ...(n === 4 ? [span(29, { startUs: 3500, name: 'a' })] : []),
    ];
    await telemetry.append(batch(n, { spans: spans.map((row) => ({ ...row, receivedAtMs: n * DAY_MS })) }));
    await moveSpans(telemetry, n);
  }
  expect(await newest(2)).toEqual([51, 50]);
  expect(await newest(5)).toEqual([51, 50, 41, 40, 31]);
  expect(await newest(6, { column: 'name', is: ['a'] })).toEqual([51, 50, 41, 40, 31, 29]);
  expect(await newest(13)).toEqual([51, 50, 41, 40, 31, 29, 30, 52, 42, 32, 22, 21, 12]);
  const other = { all: [{ column: 'name' as const, is: ['a'] }, { not: { id: 'spanId' as const, is: ids(29) } }] };
  expect(await newest(6, other)).toEqual([51, 50, 41, 40, 31, 30]);
  expect(await newest(5, { column: 'name', is: ['rare'] })).toEqual([12]);
  expect(await newest(4, { column: 'name', is: ['b'] })).toEqual([52, 42, 32, 22]);
  // More files reach beyond the range than are read at first.
  expect(await newest(4, { all: [] }, { fromMs: 0, toMs: 3 })).toEqual([52, 42, 32, 22]);
});

test('the newest spans of a large file are found, also around where the first step back ends', async () => {
  const telemetry = closing(await openDuckdbTelemetry(newPath()));
  const count = 60_000;
  // The first step back reads what starts at 19,040 µs and later: two spans start just then, and one a microsecond before.
  const startOf = (n: number) => (n === 19_041 ? n - 1 : n);
  const isOdd = (n: number) => [7, 19_038, 19_039, 19_040, 19_041, 59_990].includes(n);
  const spans = Array.from({ length: count }, (_, n) =>
    span(n + 1, { startUs: startOf(n), name: isOdd(n) ? 'odd' : 'a' }),
  );
  await telemetry.append(batch(1, { spans }));
  await moveSpans(telemetry, 1);
  const newest = async (wanted: number, name: string) => {
    const found = await telemetry.query('spanSamples', {
      projectIds,
      environments: [],
      range: { fromMs: 0, toMs: DAY_MS },
      condition: { column: 'name', is: [name] },
      attributes: [],
      order: 'newest',
      after: null,
      count: wanted,
    });
    return found.map(({ startUs }) => startUs);
  };
  expect(await newest(3, 'a')).toEqual([59_999, 59_998, 59_997]);
  expect(await newest(9, 'odd')).toEqual([59_990, 19_040, 19_040, 19_039, 19_038, 7]);
  expect(await newest(3, 'odd')).toEqual([59_990, 19_040, 19_040]);
  expect(await newest(4, 'odd')).toEqual([59_990, 19_040, 19_040, 19_039]);
});

test('spans with many large attributes are moved and joined within the memory', async () => {
  const telemetry = closing(await openDuckdbTelemetry(newPath()));
  const [perBatch, batchCount] = [500, 3 * limits.SPAN_FILE_JOIN_COUNT];
  for (let sequence = 1; sequence <= batchCount; sequence += 1) {
    const spans = Array.from({ length: perBatch }, (_, n) => {
      const texts = Array.from({ length: 8 }, (_, k) => [`s:large.${k}`, `${sequence} ${n} ${k} `.padEnd(2000, 'ab')]);
      const small = Array.from({ length: 100 }, (_, k) => [`n:small.${k}`, n * k]);
      return span(sequence * 10_000 + n, { attributes: JSON.stringify(Object.fromEntries([...texts, ...small])) });
    });
    await telemetry.append(batch(sequence, { spans }));
    if (sequence % 3 === 0) await moveSpans(telemetry, sequence);
  }
  expect(await telemetry.query('spanDays', { projectId: project(1), untilMs: DAY_MS })).toEqual([
    { dayAtMs: 0, rows: perBatch * batchCount },
  ]);
  const attributes = await attributesOf(telemetry, 10_007);
  expect([attributes?.['n:small.3'], attributes?.['s:large.1']]).toEqual([21, '1 7 1 '.padEnd(2000, 'ab')]);
}, 120_000);

test('a file that does not count any more remains until the queries that began before have ended', async () => {
  const path = newPath();
  const spanFiles = createSpanFiles(path, (_connection, _spanBytes, write) => write());
  // No file counts.
  const rows = { getRows: () => [] };
  const connection = { run: async () => {}, runAndReadAll: async () => rows } as unknown as DuckDBConnection;
  await mkdir(spanFolder(path));
  await writeFile(join(spanFolder(path), `${'a'.repeat(32)}.parquet`), '');
  const [began, ends] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const reading = spanFiles.read(connection, { projectIds }, async () => {
    began.resolve();
    await ends.promise;
    return [];
  });
  await began.promise;
  await spanFiles.sweep(connection);
  expect(await filesOf(path)).toHaveLength(1);
  ends.resolve();
  await reading;
  await spanFiles.sweep(connection);
  expect(await filesOf(path)).toEqual([]);
});
