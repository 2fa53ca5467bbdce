import { describe, expect, test } from 'vitest';
import { eventIdOf, span as spanRow } from '#store/telemetry/sample-rows.ts';
import type { SpanRow } from '#store/telemetry/contract.ts';
import { openTestServer } from '../../testing/test-server.ts';
import type { SpanDifference, SpanDifferences, SpanSelection } from './views.ts';

const server = await openTestServer();
const organizationId = await server.organization('acme');
const owner = await server.user(organizationId, 'owner');
const { id: projectId } = await server.command.createProject(owner, { slug: 'shop', name: 'Shop', platform: 'node' });
const nowMs = server.clock.now();
const startUs = (nowMs - 30 * 60_000) * 1000;

const rowOf = (n: number, attributes: object, row: Partial<SpanRow> = {}) =>
  spanRow(n, {
    organizationId,
    projectId,
    traceId: eventIdOf(n),
    startUs: startUs + n * 1_000_000,
    durationUs: 1000 + n,
    attributes: JSON.stringify(attributes),
    ...row,
  });

/** 300 spans, of which every tenth is slow: all of these have a full cart, and 11 of the 270 others. */
await server.addRows({
  spans: Array.from({ length: 300 }, (_, n) => {
    const isSlow = n % 10 === 0;
    return rowOf(
      n + 1,
      {
        's:cart': isSlow || n % 27 === 1 ? 'very "full" *' : 'small',
        's:host.name': `web-${n % 7}`,
        's:request.id': `r${n}`,
        'n:items': isSlow ? 50 + (n % 40) : n % 29,
        'n:code': n % 2,
        's:code': '1',
        'b:cached': n % 3 === 0,
        's:long': 'x'.repeat(300),
        's:name': n % 20 === 0 ? '' : 'y',
        ...(isSlow && n % 20 === 0 && { 's:note': '' }),
        ...(!isSlow && { 's:note': 'y' }),
        ...(isSlow && { 's:only.slow': 'z' }),
        ...(n === 1 && { 's:CART': 'clash' }),
      },
      { durationUs: isSlow ? 900_000 : 1000 + n, status: isSlow && n % 20 === 0 ? 'error' : 'ok' },
    );
  }),
});

const filter = { projects: [], environments: [], range: '1h' as const, query: '', value: 'span.duration' };
const slow: SpanSelection = { fromMs: nowMs - 3600_000, toMs: nowMs, from: 800_000, before: null };
const differences = (selection: SpanSelection, more = {}) =>
  server.query.spanDifferences(owner, { ...filter, selection, ...more });

const fieldOf = ({ differences }: SpanDifferences, name: string): SpanDifference | undefined =>
  differences.find(({ field }) => field === name);

describe('what differs', () => {
  test('the guilty value comes first, with its shares, its spans and an example', async () => {
    const found = await differences(slow);
    expect(found.selected).toEqual({ spans: 30, read: 30, traces: 30, estimate: 30, observations: 30 });
    expect(found.rest).toEqual({ spans: 270, read: 270, traces: 270, estimate: 270, observations: 270 });
    const names = found.differences.map(({ field }) => field);
    expect(new Set(names.slice(0, 3))).toEqual(new Set(['items', 'note', 'only.slow']));
    expect(fieldOf(found, 'note')!.values.map(({ only }) => only)).toContain('has:note note:""');
    const cart = fieldOf(found, 'cart')!;
    expect(cart.size).toBeGreaterThan(0.9);
    expect(cart.pValue).toBeLessThan(1e-9);
    expect(cart.values[0]).toMatchObject({
      value: { of: 'text', text: 'very "full" *', isTrimmed: false },
      selected: { spans: 30, share: 1 },
      rest: { spans: 11, share: 11 / 270 },
      only: String.raw`cart:"very \"full\" \*"`,
    });
    expect(cart.values[0]!.example!.traceId).toBe(eventIdOf(parseInt(cart.values[0]!.example!.spanId, 16)));
    expect(fieldOf(found, 'only.slow')!.values[0]!.value).toEqual({ of: 'text', text: 'z', isTrimmed: false });
    expect(fieldOf(found, 'only.slow')!.values[1]).toMatchObject({
      value: { of: 'none' },
      rest: { spans: 270, share: 1 },
      only: '!has:only.slow',
      without: 'has:only.slow',
    });
  });

  test('what chance explains, what is the same everywhere and identifiers are left out', async () => {
    const found = await differences(slow);
    const names = found.differences.map(({ field }) => field);
    for (const same of ['host.name', 'long', 'span.op', 'cached']) expect(names).not.toContain(same);
    // The selection is about it.
    expect(names).not.toContain('span.duration');
    expect(found.identifiers).toEqual(['request.id']);
    // `s:CART` and `s:cart` cannot be read together.
    expect(found.unread).toBe(1);
  });

  test('numbers are compared in ranges, or value by value if they are few', async () => {
    const found = await differences(slow);
    const [most] = fieldOf(found, 'items')!.values.filter(({ selected }) => selected.share > 0);
    expect(most!.value).toMatchObject({ of: 'numbers' });
    expect(most!.rest.spans).toBe(0);
    const bySearch = await differences({ query: 'items:>=50' });
    expect(fieldOf(bySearch, 'items')).toBeUndefined();
    expect(fieldOf(bySearch, 'span.duration')!.unit).toBe('microsecond');
    const code = fieldOf(found, 'tags[code,number]')!;
    expect(code.values.map(({ value }) => value)).toEqual([
      { of: 'numbers', least: 0, most: 0 },
      { of: 'numbers', least: 1, most: 1 },
    ]);
  });

  test('the terms of each value find as many spans as it says', async () => {
    const countOf = async (query: string) => {
      const { rows } = await server.query.spanTable(owner, {
        ...filter,
        query,
        fields: ['count()'],
        sort: [],
        cursor: null,
        count: 1,
      });
      return rows[0]?.[0] ?? 0;
    };
    const found = [
      ...(await differences(slow)).differences,
      ...(await differences({ query: 'cart:very*' })).differences,
    ];
    let checked = 0;
    for (const { values } of found) {
      for (const { selected, rest, only, without } of values) {
        if (only === null) continue;
        checked += 1;
        expect([only, await countOf(only)]).toEqual([only, selected.spans + rest.spans]);
        expect([without, await countOf(without!)]).toEqual([without, 300 - selected.spans - rest.spans]);
      }
    }
    expect(checked).toBeGreaterThan(15);
  });

  test('too few spans on a side are not compared', async () => {
    const few = await differences({ query: 'request.id:[r1,r2]' });
    expect([few.tooFew, few.differences, few.selected.spans]).toEqual([['selected'], [], 2]);
    const all = await differences({ query: '' });
    expect([all.tooFew, all.rest.spans]).toEqual([['rest'], 0]);
  });

  test('a selection of an attribute is compared with the spans that have it', async () => {
    const found = await differences({ ...slow, from: 0, before: 60 }, { value: 'items', query: 'cart:small' });
    expect(found.selected.spans + found.rest.spans).toBe(259);
    expect(fieldOf(found, 'items')).toBeUndefined();
    const bySearch = await differences({ query: 'cart:small' }, { value: 'note' });
    expect([bySearch.selected.spans, bySearch.rest.spans]).toEqual([0, 0]);
  });

  test('problems of the search and of the selection are said', async () => {
    expect((await differences(slow, { query: '(' })).problem?.message).toContain('no closing');
    expect((await differences({ query: 'span.duration:>x' })).problem?.message).toContain('needs a duration');
    await expect(differences(slow, { value: 'span.op' })).rejects.toThrow('is not a number');
  });
});

describe('a heat map', () => {
  test('has rows from the lowest to the highest value, and counts every span', async () => {
    const map = await server.query.spanHeatmap(owner, filter);
    expect(map.rows[0]).toEqual({ from: 1000, before: 1250 });
    expect(map.rows.at(-1)).toEqual({ from: 800_000, before: 1_000_000 });
    expect(map.cells.reduce((sum, { spans }) => sum + spans, 0)).toBe(300);
    expect(map.unit).toBe('microsecond');
    const top = map.cells.filter(({ row }) => row === map.rows.length - 1);
    expect(top.reduce((sum, { estimate }) => sum + estimate, 0)).toBe(30);
    // The bucket of now is the last.
    expect(map.fromMs + map.buckets * map.bucketMs).toBeGreaterThanOrEqual(nowMs);
    expect(map.fromMs + (map.buckets - 1) * map.bucketMs).toBeLessThanOrEqual(nowMs);
  });

  test('an attribute has a row for zero, and spans without it are not counted', async () => {
    const map = await server.query.spanHeatmap(owner, { ...filter, value: 'items', query: 'cart:small' });
    expect(map.rows[0]).toEqual({ from: 0, before: Number.MIN_VALUE });
    expect(map.rows.length).toBeLessThanOrEqual(40);
    const none = await server.query.spanHeatmap(owner, { ...filter, value: 'nothing' });
    expect([none.rows, none.cells, none.problem]).toEqual([[], [], null]);
  });

  test('a number of spans that were sampled stands for more', async () => {
    await server.addRows({
      spans: [rowOf(999, {}, { name: 'sampled', clientSampleRate: 0.25, serverSampleRate: 0.5 })],
    });
    const { cells } = await server.query.spanHeatmap(owner, { ...filter, query: 'name:sampled' });
    expect(cells.map(({ spans, estimate }) => [spans, estimate])).toEqual([[1, 8]]);
    const { selected } = await differences({ query: 'name:sampled' });
    expect([selected.spans, selected.read, selected.estimate]).toEqual([1, 1, 8]);
  });
});
