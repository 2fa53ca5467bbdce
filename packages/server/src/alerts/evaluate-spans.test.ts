import type { UserId } from '@seismo/protocol';
import { beforeEach, expect, test } from 'vitest';
import type { AlertRuleInput } from '#command/alerts/alert-rules.ts';
import type { MetricCondition } from '#domain/alerts/conditions.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import type { ProjectView } from '#query/projects/views.ts';
import type { SpanRow } from '#store/telemetry/contract.ts';
import { span as spanRow } from '#store/telemetry/sample-rows.ts';
import { openTestServer, type TestServer } from '../testing/test-server.ts';
import { evaluateRules } from './evaluate.ts';
import { readMessage } from './read-message.ts';

const minute = 60_000;
const hour = 60 * minute;
const config = { publicUrl: 'http://seismo.test', mail: { from: 'alerts@seismo.test' } };
let server: TestServer;
let owner: Viewer & { userId: UserId };
let shop: ProjectView;
let spanCount: number;

beforeEach(async () => {
  server = await openTestServer();
  owner = await server.user(await server.organization('main'), 'owner');
  shop = await server.command.createProject(owner, { slug: 'shop', name: 'Shop', platform: 'javascript' });
  for (const { id } of await server.query.alertRules(owner, ['shop'])) await server.command.deleteAlertRule(owner, id);
  server.clock.nowMs = Math.ceil(server.clock.nowMs / hour) * hour;
  spanCount = 0;
});

async function evaluate(minutes = 1): Promise<void> {
  for (let index = 0; index < minutes; index++) {
    server.clock.nowMs += minute;
    await evaluateRules({
      ...server.deps,
      config,
      paused: async () => null,
      lagMs: async () => 0,
      failed: (error) => {
        throw error;
      },
    });
  }
}

/** `agoMs`: when it started. */
const addSpans = (count: number, row: Partial<SpanRow> = {}, agoMs = 0) =>
  server.addRows({
    spans: Array.from({ length: count }, () =>
      spanRow(++spanCount, {
        organizationId: owner.memberships[0]!.organizationId,
        projectId: shop.id,
        startUs: (server.clock.now() - agoMs) * 1000,
        ...row,
      }),
    ),
  });

const spans: MetricCondition = {
  kind: 'metric',
  metric: 'spans',
  aggregate: 'p95(span.duration)',
  windowMs: 5 * minute,
  comparison: 'value',
  direction: 'above',
  critical: 500,
  warning: null,
  resolve: null,
  firesWithoutData: false,
  reportsEnd: true,
  reminderMs: null,
};

const spanRule = (condition: Partial<MetricCondition> = {}, rule: Partial<AlertRuleInput> = {}) =>
  server.command.createAlertRule(owner, 'shop', {
    name: 'Slow spans',
    trigger: 'metric',
    condition: { ...spans, ...condition },
    ...rule,
  });

const alerts = async () => (await server.query.alerts(owner, { projects: [], cursor: null, count: 50 })).alerts;
const levels = async () => (await alerts()).map(({ metric }) => metric!.level).toReversed();

test('slow spans are reported with a link to them, and once they are over', async () => {
  const rule = { query: 'span.op:http.server', environments: ['production', 'a&b'] };
  const id = await spanRule({}, rule);
  await addSpans(20, { durationUs: 200_000 });
  await addSpans(1, { durationUs: 900_000 });
  // None of these counts.
  await addSpans(9, { durationUs: 9e6, op: 'db' });
  await addSpans(9, { durationUs: 9e6, environment: 'staging' });
  await evaluate();
  expect(await server.query.alertRule(owner, id)).toMatchObject({
    when: 'p95(span.duration) of spans above 500 ms in 5 minutes',
    evaluated: { level: 'ok', value: 200, reading: 'p95(span.duration) of 200 ms in 5 minutes' },
  });
  await addSpans(1, { durationUs: 812_500 });
  await evaluate();
  const time = (atMs: number) => `${new Date(atMs).toISOString().slice(0, 16)}Z`;
  const untilMs = server.clock.now();
  const search = new URLSearchParams([
    ['project', 'shop'],
    ['from', time(untilMs - 5 * minute)],
    ['to', time(untilMs)],
    ['environment', 'production'],
    ['environment', 'a&b'],
    ['query', 'span.op:http.server'],
    ['sort', '-span.duration'],
  ]).toString();
  const [alert] = await alerts();
  expect(alert!.metric).toMatchObject({
    level: 'critical',
    condition: 'p95(span.duration) of spans above 500 ms in 5 minutes',
    reading: 'p95(span.duration) of 812.5 ms in 5 minutes',
    spansPath: `/traces/explore?${search}`,
  });
  const [delivery] = await server.state.deliveriesOfAlerts([alert!.id]);
  expect((await readMessage({ ...server.deps, config }, delivery!))!.message).toMatchObject({
    about: 'metrics',
    metrics: [
      { spansUrl: `http://seismo.test/traces/explore?${search}`, isOwnWords: false, query: 'span.op:http.server' },
    ],
  });
  // The spans leave the time range, and the rule has nothing to judge by until others come.
  await evaluate(6);
  expect(await levels()).toEqual(['critical']);
  await addSpans(1, { durationUs: 1000 });
  await evaluate();
  expect(await levels()).toEqual(['critical', 'ok']);
});

test('spans of other projects do not count', async () => {
  const other = await server.command.createProject(owner, { slug: 'other', name: 'Other', platform: 'node' });
  const id = await spanRule({ aggregate: 'count()' });
  await addSpans(700, { projectId: other.id });
  await addSpans(3);
  await evaluate();
  expect((await server.query.alertRule(owner, id)).evaluated).toMatchObject({ value: 3, level: 'ok' });
});

test('a span that arrives late counts in the time ranges that are evaluated after it', async () => {
  const id = await spanRule({ aggregate: 'count()', critical: 0 });
  await evaluate();
  await addSpans(1, {}, 2 * minute);
  expect((await server.query.alertRule(owner, id)).evaluated).toMatchObject({ value: 0 });
  await evaluate();
  expect((await server.query.alertRule(owner, id)).evaluated).toMatchObject({ value: 1, level: 'critical' });
  // It began three minutes ago.
  await evaluate(2);
  expect(await levels()).toEqual(['critical']);
  await evaluate(1);
  expect(await levels()).toEqual(['critical', 'ok']);
});

test.each<[string, string, string]>([
  ['count()', 'Spans above 500 in 5 minutes', '4 spans in 5 minutes'],
  ['epm()', 'Spans per minute above 500 in 5 minutes', '0.8 spans per minute in 5 minutes'],
  ['eps()', 'Spans per second above 500 in 5 minutes', '0.01 spans per second in 5 minutes'],
  [
    'avg(span.duration)',
    'avg(span.duration) of spans above 500 ms in 5 minutes',
    'avg(span.duration) of 55 ms in 5 minutes',
  ],
  ['sum(bytes)', 'sum(bytes) of spans above 500 in 5 minutes', 'sum(bytes) of 60 in 5 minutes'],
  [
    'count(span.duration)',
    'count(span.duration) of spans above 500 in 5 minutes',
    'count(span.duration) of 4 in 5 minutes',
  ],
])('%s has a name, a unit and a value in words', async (aggregate, when, reading) => {
  const id = await spanRule({ aggregate });
  await addSpans(1, { durationUs: 10_000, attributes: '{"n:bytes":20}' });
  await addSpans(1, { durationUs: 10_000, attributes: '{"n:bytes":40}' });
  await addSpans(2, { durationUs: 100_000 });
  await evaluate();
  expect(await server.query.alertRule(owner, id)).toMatchObject({ when, evaluated: { reading } });
});

test('a failure rate has its thresholds in percent', async () => {
  const id = await spanRule({ aggregate: 'failure_rate()', critical: 7, comparison: 'value' });
  await addSpans(93);
  await addSpans(7, { status: 'error' });
  await evaluate();
  expect(await server.query.alertRule(owner, id)).toMatchObject({
    when: 'Failed share of spans above 7% in 5 minutes',
    evaluated: { level: 'ok', value: 7, reading: '7% of spans failed in 5 minutes' },
  });
  await addSpans(1, { status: 'error' });
  await evaluate();
  expect(await levels()).toEqual(['critical']);
});

test('no spans are reported if the rule says so', async () => {
  await spanRule({ aggregate: 'count()', firesWithoutData: true, direction: 'below', critical: 0 });
  await evaluate(6);
  const [alert] = await alerts();
  expect(alert!.metric).toMatchObject({ level: 'no-data', condition: 'No spans in 5 minutes' });
});

test.each<[string, Partial<MetricCondition>, Partial<AlertRuleInput>]>([
  ['condition.aggregate', { aggregate: 'p95(span.op)' }, {}],
  ['condition.aggregate', { aggregate: 'p100(span.duration)' }, {}],
  ['condition.aggregate', { aggregate: 'p95()' }, {}],
  ['condition.aggregate', { aggregate: 'count() ' }, {}],
  ['condition.aggregate', { aggregate: 'max(timestamp)' }, {}],
  ['condition.aggregate', { aggregate: `avg(${'x'.repeat(500)})` }, {}],
  ['condition.aggregate', { metric: 'events' }, {}],
  ['condition.critical', { aggregate: 'failure_rate()', critical: 101 }, {}],
  ['query', {}, { query: 'span.duration:>fast' }],
  ['query', {}, { query: 'level:(' }],
])('what makes no sense is refused at its field: %s, %j, %j', async (field, condition, rule) => {
  const refused = { code: 'invalid', fields: { [field]: expect.any(String) } };
  await expect(spanRule(condition, rule)).rejects.toMatchObject(refused);
  const conditions = {
    trigger: 'metric' as const,
    query: '',
    environments: [],
    repeatMs: 30 * minute,
    schedule: null,
    condition: { ...spans, ...condition },
    ...rule,
  };
  await expect(server.command.setAlertRule(owner, await spanRule(), conditions)).rejects.toMatchObject(refused);
  await expect(server.query.alertPreview(owner, 'shop', conditions)).rejects.toMatchObject(refused);
});

test('a rule about spans needs something to calculate, and attributes that differ in more than their case', async () => {
  const { aggregate: _, ...without } = spans;
  const input = { name: 'Spans', trigger: 'metric' as const };
  await expect(server.command.createAlertRule(owner, 'shop', { ...input, condition: without })).rejects.toMatchObject({
    fields: { 'condition.aggregate': expect.any(String) },
  });
  await expect(spanRule({ aggregate: 'sum(bytes)' }, { query: 'Bytes:>1' })).rejects.toMatchObject({ code: 'invalid' });
});

test('a filter that is not valid any more does not keep a rule silent', async () => {
  const id = await spanRule({ aggregate: 'count()', critical: 0 });
  await server.state.write((tx) => tx.changeAlertRule(id, { query: 'level:(' }));
  await addSpans(1);
  await evaluate();
  expect(await levels()).toEqual(['critical']);
});

test('the preview says what the rule would have done, had the same spans come', async () => {
  const startMs = server.clock.now();
  const inputs: Partial<MetricCondition>[] = [
    { critical: 600, warning: 400 },
    { aggregate: 'count()', critical: 20, warning: 12, resolve: 6 },
    { aggregate: 'failure_rate()', critical: 30 },
    { aggregate: 'p50(span.duration)', comparison: 'before', critical: 40 },
    { aggregate: 'avg(bytes)', direction: 'below', critical: 15, windowMs: hour },
  ];
  const rules = inputs.map((input) => ({
    trigger: 'metric' as const,
    query: 'span.op:[db,http.server]',
    environments: [],
    repeatMs: 10 * minute,
    schedule: null,
    condition: { ...spans, ...input },
  }));
  const ids = [];
  for (const rule of rules) ids.push(await server.command.createAlertRule(owner, 'shop', { ...rule, name: 'Rule' }));
  let random = 7;
  const next = (below: number) => (random = (random * 48271) % 2147483647) % below;
  for (let step = 0; step < 120; step++) {
    for (let index = next(step % 50 < 20 ? 8 : 3); index > 0; index--) {
      await addSpans(1, {
        durationUs: next(step % 40 < 10 ? 900_000 : 300_000),
        status: next(6) === 0 ? 'error' : 'ok',
        op: ['db', 'http.server', 'ui'][next(3)]!,
        attributes: JSON.stringify({ 'n:bytes': next(30) }),
      });
    }
    await evaluate();
  }
  const all = await server.state.listAlerts([shop.id], null, 10_000);
  for (const [index, id] of ids.entries()) {
    const preview = await server.query.alertPreview(owner, 'shop', rules[index]!);
    const matches = all
      .filter(({ measured }) => measured?.level !== 'ok')
      .flatMap((alert) => alert.matches.filter(({ ruleId }) => ruleId === id));
    const sum = (of: 'sent' | 'repeated') =>
      preview.days.filter(({ atMs }) => atMs + 24 * hour > startMs).reduce((total, each) => total + each[of], 0);
    expect([sum('sent'), sum('repeated')], JSON.stringify(inputs[index])).toEqual([
      matches.filter(({ suppressed }) => suppressed === null).length,
      matches.filter(({ suppressed }) => suppressed !== null).length,
    ]);
    expect(matches.length, JSON.stringify(inputs[index])).toBeGreaterThan(0);
    expect(preview.series!.some((value) => value !== null)).toBe(true);
  }
}, 120_000);
