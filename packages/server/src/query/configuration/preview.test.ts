import { limits, type OrganizationId, type ProjectId } from '@seismo/protocol';
import { beforeEach, describe, expect, test } from 'vitest';
import { defaultFilters, defaultPrivacy } from '#domain/configuration/documents.ts';
import type { SpanRow } from '#store/telemetry/contract.ts';
import { eventIdOf, span as spanRow, spanIdOf } from '#store/telemetry/sample-rows.ts';
import { openTestServer, type TestServer } from '../../testing/test-server.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';

let server: TestServer;
let owner: Viewer;
let shopId: ProjectId;
beforeEach(async () => {
  server = await openTestServer();
  owner = await server.user(await server.organization('acme'), 'owner');
  const shop = await server.command.createProject(owner, { slug: 'shop', name: 'Shop', platform: 'javascript' });
  shopId = shop.id;
  await server.report(shop, 'a', { type: 'TypeError', value: 'x', count: 3 });
  await server.report(shop, 'b', { type: 'RangeError', value: 'y' });
});

const preview = (fingerprintRules: string, stackRules = '') =>
  server.query.previewConfiguration(owner, 'shop', 'grouping', { fingerprintRules, stackRules });

test('rules show where events would go, and change nothing', async () => {
  const rule = 'error.type:*Error -> ruled title="Ruled"';
  const { moved, examined, complete, refusal } = await preview(rule);
  expect({ examined, complete, refusal }).toEqual({ examined: 4, complete: true, refusal: null });
  expect(moved).toEqual([
    {
      title: 'Ruled',
      events: 4,
      from: [
        { shortId: 'SHOP-1', events: 3 },
        { shortId: 'SHOP-2', events: 1 },
      ],
      to: null,
      summary: 'Grouped by a fingerprint rule.',
      rules: [rule],
    },
  ]);
  expect(await server.query.configurationHistory(owner, 'shop', 'grouping')).toEqual([]);
});

test('an invalid rule is marked and no event is examined', async () => {
  const { problems, refusal, examined } = await preview('error.typ:x -> y', 'function:x -ap');
  expect(examined).toBe(0);
  expect(refusal).toContain('line 1, character 1');
  expect(problems.fingerprintRules).toMatchObject([{ line: 1, column: 1, length: 9 }]);
  expect(problems.stackRules).toMatchObject([{ line: 1, column: 12 }]);
  const save = server.command.saveConfiguration(
    owner,
    'shop',
    'grouping',
    { fingerprintRules: 'x', stackRules: '' },
    null,
  );
  await expect(save).rejects.toMatchObject({ code: 'invalid', message: expect.stringContaining('line 1, character') });
});

test('filters preview the events that they would have discarded', async () => {
  const document = { ...defaultFilters, messages: ['RangeError: *'] };
  const { filtered } = await server.query.previewConfiguration(owner, 'shop', 'filters', document);
  expect(filtered).toEqual([
    {
      reason: 'message',
      explanation: 'The message matches a project filter.',
      events: 1,
      titles: ['RangeError: y'],
    },
  ]);
});

test('scrubbing shows each field that would change, before and after', async () => {
  const rule = { type: 'key' as const, pattern: 'cart', source: 'extra', method: 'mask' as const };
  const hash = { type: 'text' as const, pattern: 'firefox', source: 'tags.*', method: 'hash' as const };
  const document = { ...defaultPrivacy, rules: [rule, hash] };
  const { scrubbed } = await server.query.previewConfiguration(owner, 'shop', 'privacy', document);
  const hashed = { events: 4, before: 'Firefox', after: expect.stringMatching(/^hash:[0-9a-f]{16}$/) };
  expect(scrubbed).toEqual([
    { path: 'extra.cart', events: 4, before: '3', after: '*' },
    { path: 'tags.browser', ...hashed },
    { path: 'tags.browser.name', ...hashed },
  ]);
  await server.command.saveConfiguration(owner, 'shop', 'privacy', document, 0);
  const again = () => server.query.previewConfiguration(owner, 'shop', 'privacy', document);
  const [first] = (await again()).scrubbed.slice(1);
  expect(first!.after).not.toBe(scrubbed[1]!.after);
  await server.command.saveConfiguration(owner, 'shop', 'privacy', { ...document, userAddress: 'drop' }, 1);
  expect((await again()).scrubbed[1]).toEqual(first);
  const nowhere = { ...document, rules: [{ ...rule, source: '$nowhere' }] };
  const seen = await server.query.previewConfiguration(owner, 'shop', 'privacy', nowhere);
  expect(seen.refusal).toContain('Unknown selector "$nowhere"');
});

test('a rule for traces shows what it would have kept of the last day', async () => {
  const shop = await server.query.project(owner, 'shop');
  const startUs = server.clock.now() * 1000;
  const of = { organizationId: 1 as OrganizationId, projectId: shop.id, startUs, status: 'ok' };
  await server.addRows({
    spans: [
      spanRow(1, { ...of, status: 'error' }),
      spanRow(2, { ...of, traceId: eventIdOf(2), isSegment: true, durationUs: 500_000 }),
      spanRow(3, { ...of, traceId: eventIdOf(3) }),
      spanRow(4, { ...of, traceId: eventIdOf(4), startUs: startUs - 25 * 3600e6 }),
    ],
  });
  const kept = (rule: object) => server.query.previewTraceRule(owner, 'shop', rule);
  const all = { traces: 3, spans: 3, failedTraces: 1, slowTraces: 1, keptTraces: 2, keptSpans: 2 };
  expect(await kept({ traceShare: 0, slowTraceMs: 500 })).toEqual(all);
  expect(await kept({ traceShare: 1, slowTraceMs: null })).toEqual({
    ...all,
    slowTraces: 0,
    keptTraces: 3,
    keptSpans: 3,
  });
  await expect(kept({ traceShare: 2, slowTraceMs: null })).rejects.toThrow('The share of traces to keep must be 0%');
});

test('a preview that runs out of time is incomplete', async () => {
  let nowMs = 0;
  const slow = { ...server.deps, clock: { now: () => (nowMs += 900) } };
  const { previewConfiguration } = await import('./preview.ts');
  const seen = await previewConfiguration(slow, owner, 'shop', 'filters', defaultFilters);
  expect(seen).toMatchObject({ examined: 2, complete: false });
});

describe('the newest spans of the last day', () => {
  const spanOf = (n: number, attributes: object, row: Partial<SpanRow> = {}): SpanRow =>
    spanRow(n, {
      organizationId: owner.memberships[0]!.organizationId,
      projectId: shopId,
      startUs: (server.clock.now() - 60_000 + n) * 1000,
      release: '1.0',
      attributes: JSON.stringify(attributes),
      ...row,
    });

  test('show how many of them a filter would have discarded, with those below their segment', async () => {
    const robot = { 's:user_agent.original': 'Googlebot/2.1' };
    const segmentId = spanIdOf(1);
    await server.addRows({
      spans: [
        spanOf(1, robot, { name: '/robot', isSegment: true, segmentId }),
        spanOf(2, {}, { name: 'query', segmentId }),
        spanOf(3, { 's:user_agent.original': 'Firefox' }, { name: '/cart', isSegment: true, segmentId: spanIdOf(3) }),
        spanOf(4, {}, { name: 'old', release: 'old-1' }),
        spanOf(5, robot, { startUs: (server.clock.now() - 25 * 3_600_000) * 1000 }),
        spanOf(6, robot, { projectId: 99 as ProjectId }),
      ],
    });
    const document = { ...defaultFilters, crawlers: true, releases: ['old-*'] };
    const { spans } = await server.query.previewConfiguration(owner, 'shop', 'filters', document);
    expect(spans).toEqual({
      examined: 4,
      filtered: [
        { reason: 'crawler', explanation: expect.any(String), spans: 2, names: ['query', '/robot'] },
        { reason: 'release', explanation: expect.any(String), spans: 1, names: ['old'] },
      ],
      scrubbed: [],
    });
  });

  test('show what a scrubbing rule would change in them', async () => {
    await server.addRows({
      spans: [
        spanOf(1, { 's:order.email': 'ann@example.com', 's:Order.Email': 'x', 'n:rows': 3 }),
        spanOf(2, { 's:order.email': 'bob@example.com' }, { name: 'order bob@example.com' }),
        spanOf(3, { 's:plain': 'text' }),
      ],
    });
    const rule = { type: 'email' as const, pattern: '', source: '$span', method: 'mask' as const };
    const document = { ...defaultPrivacy, rules: [rule] };
    const { spans, refusal } = await server.query.previewConfiguration(owner, 'shop', 'privacy', document);
    expect(refusal).toBeNull();
    expect(spans.examined).toBe(3);
    expect(spans.scrubbed).toMatchObject([
      { path: 'span.data.order.email', spans: 2, before: 'bob@example.com' },
      { path: 'span.name', spans: 1, before: 'order bob@example.com' },
    ]);
    expect(spans.scrubbed[0]!.after).not.toContain('bob');
  });

  test('are at most a thousand, and none for settings that do not concern spans', async () => {
    await server.addRows({ spans: Array.from({ length: 1100 }, (_, n) => spanOf(n, {})) });
    const { spans } = await server.query.previewConfiguration(owner, 'shop', 'filters', defaultFilters);
    expect(spans).toEqual({ examined: limits.PREVIEW_SPAN_COUNT_MAX, filtered: [], scrubbed: [] });
    expect((await preview('error.type:*Error -> ruled')).spans.examined).toBe(0);
  });
});
