import { expect, test } from 'vitest';
import { alertWindows, stepOf, type MetricCondition } from '#domain/alerts/conditions.ts';
import type { SpanRow } from '#store/telemetry/contract.ts';
import type { QueryParams } from '#store/telemetry/queries/index.ts';
import { span as spanRow } from '#store/telemetry/sample-rows.ts';
import { openShop } from '../../testing/test-server.ts';
import { measure } from './measure.ts';

const minute = 60_000;
const hour = 60 * minute;
const { server, organizationId, shop, owner } = await openShop();
const other = await server.command.createProject(owner, { slug: 'other', name: 'Other', platform: 'node' });
const project = (await server.state.projectById(shop.id))!;
const nowMs = Math.floor(server.clock.now() / hour) * hour;

let random = 7;
const next = (below: number) => (random = (random * 48271) % 2147483647) % below;
const rows = Array.from({ length: 3000 }, (_, n): SpanRow => {
  const attributes = next(3) === 0 ? {} : { 'n:bytes': next(50), 's:user.id': `${next(5)}` };
  return spanRow(n, {
    organizationId,
    projectId: n % 10 === 0 ? other.id : shop.id,
    // Many of them at a boundary.
    startUs: (nowMs - next(30 * 60) * minute - (next(2) === 0 ? 0 : next(minute))) * 1000,
    durationUs: next(2_000_000),
    status: next(5) === 0 ? 'error' : 'ok',
    op: next(2) === 0 ? 'db' : 'http.server',
    environment: next(2) === 0 ? 'production' : 'staging',
    attributes: JSON.stringify(attributes),
  });
});
await server.addRows({ spans: rows });

const attribute = (row: SpanRow, name: string) => (JSON.parse(row.attributes) as Record<string, number>)[name];
const present = (values: (number | undefined)[]) => values.filter((value) => value !== undefined);
const rank = (percent: number, values: number[]) =>
  values.toSorted((one, two) => one - two)[Math.ceil((percent * values.length) / 100) - 1];
const sum = (values: number[]) => values.reduce((before, one) => before + one, 0);
const durations = (spans: SpanRow[]) => spans.map(({ durationUs }) => durationUs / 1000);
const bytes = (spans: SpanRow[]) => present(spans.map((span) => attribute(span, 'n:bytes')));

/** What is measured, from its meaning. */
const oracles: Record<string, (spans: SpanRow[], windowMs: number) => number | undefined> = {
  'count()': (spans) => spans.length,
  'epm()': (spans, windowMs) => spans.length / (windowMs / minute),
  'failure_rate()': (spans) => (100 * spans.filter(({ status }) => status === 'error').length) / spans.length,
  'p50(span.duration)': (spans) => rank(50, durations(spans)),
  'p99(span.duration)': (spans) => rank(99, durations(spans)),
  'avg(span.duration)': (spans) => sum(durations(spans)) / spans.length,
  'p75(bytes)': (spans) => rank(75, bytes(spans)),
  'sum(bytes)': (spans) => sum(bytes(spans)),
  'count(bytes)': (spans) => bytes(spans).length,
  'count_unique(user.id)': (spans) => new Set(present(spans.map((span) => attribute(span, 's:user.id')))).size,
};

const condition: MetricCondition = {
  kind: 'metric',
  metric: 'spans',
  windowMs: hour,
  comparison: 'value',
  direction: 'above',
  critical: 1,
  warning: null,
  resolve: null,
  firesWithoutData: false,
  reportsEnd: true,
  reminderMs: null,
};

test.each(Object.entries(oracles))(
  '%s of every window is what one evaluation and a whole preview measure',
  async (aggregate, oracle) => {
    for (const { windowMs } of alertWindows) {
      const stepMs = stepOf(windowMs);
      for (const [query, environments] of [
        ['', []],
        ['span.op:db', ['production']],
      ] as const) {
        const rule = { query, environments: [...environments], condition: { ...condition, aggregate, windowMs } };
        const range = { fromMs: nowMs - 3 * hour - 7, toMs: nowMs };
        const all = await measure(server.deps, project, rule, range);
        for (let untilMs = nowMs; untilMs > range.fromMs; untilMs -= stepMs) {
          const spans = rows.filter(
            (row) =>
              row.projectId === shop.id &&
              row.startUs >= (untilMs - windowMs) * 1000 &&
              row.startUs < untilMs * 1000 &&
              (query === '' || (row.op === 'db' && row.environment === 'production')),
          );
          const expected = spans.length === 0 ? undefined : oracle(spans, windowMs);
          const { value } = all(untilMs);
          const name = `${windowMs} until ${untilMs}`;
          if (expected === undefined) expect(value ?? 0, name).toBe(0);
          else expect(value ?? 0, name).toBeCloseTo(expected, 9);
          if ((untilMs / stepMs) % 11 === 0) {
            const one = await measure(server.deps, project, rule, { fromMs: untilMs - stepMs, toMs: untilMs });
            expect(one(untilMs), name).toEqual(all(untilMs));
          }
        }
      }
    }
  },
  60_000,
);

test('an evaluation is one query of its time range', async () => {
  const ranges: unknown[] = [];
  const telemetry = new Proxy(server.deps.telemetry, {
    get(target, name) {
      if (name !== 'query') return Reflect.get(target, name) as unknown;
      return (query: 'spanAggregates', params: QueryParams['spanAggregates']) => {
        ranges.push(params.range);
        return target.query(query, params);
      };
    },
  });
  const rule = { query: '', environments: [], condition: { ...condition, aggregate: 'p95(span.duration)' } };
  await measure({ ...server.deps, telemetry }, project, rule, { fromMs: nowMs - stepOf(hour), toMs: nowMs });
  expect(ranges).toEqual([{ fromMs: nowMs - hour, toMs: nowMs }]);
});

test('without spans, a number of them is 0 and everything else has no value', async () => {
  const range = { fromMs: nowMs + 10 * hour, toMs: nowMs + 11 * hour };
  const at = async (aggregate: string) =>
    (
      await measure(
        server.deps,
        project,
        { query: '', environments: [], condition: { ...condition, aggregate } },
        range,
      )
    )(range.toMs);
  expect(await at('count()')).toEqual({ value: 0, before: null, hasData: false });
  expect(await at('eps()')).toEqual({ value: 0, before: null, hasData: false });
  expect(await at('failure_rate()')).toEqual({ value: null, before: null, hasData: false });
  expect(await at('p95(span.duration)')).toEqual({ value: null, before: null, hasData: false });
});

test('a change is measured against the windows of the time before', async () => {
  const rule = {
    query: '',
    environments: [],
    condition: { ...condition, aggregate: 'count()', comparison: 'before' as const },
  };
  const measured = await measure(server.deps, project, rule, { fromMs: nowMs - hour, toMs: nowMs });
  const counted = (untilMs: number) =>
    rows.filter(
      ({ projectId, startUs }) =>
        projectId === shop.id && startUs >= (untilMs - hour) * 1000 && startUs < untilMs * 1000,
    ).length;
  expect(measured(nowMs)).toMatchObject({ value: counted(nowMs), before: counted(nowMs - hour) });
});
