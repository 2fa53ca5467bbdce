import { beforeEach, expect, test } from 'vitest';
import type { OrganizationId } from '@seismo/protocol';
import { defaultFilters, defaultPrivacy } from '#domain/configuration/documents.ts';
import { eventIdOf, span } from '#store/telemetry/sample-rows.ts';
import { openTestServer, type TestServer } from '../../testing/test-server.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';

let server: TestServer;
let owner: Viewer;
beforeEach(async () => {
  server = await openTestServer();
  owner = await server.user(await server.organization('acme'), 'owner');
  const shop = await server.command.createProject(owner, { slug: 'shop', name: 'Shop', platform: 'javascript' });
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
      span(1, { ...of, status: 'error' }),
      span(2, { ...of, traceId: eventIdOf(2), isSegment: true, durationUs: 500_000 }),
      span(3, { ...of, traceId: eventIdOf(3) }),
      span(4, { ...of, traceId: eventIdOf(4), startUs: startUs - 25 * 3600e6 }),
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
