import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readEnvelope } from '@seismo/protocol';
import { DAY_MS, DEMO_SPAN_MS, HOUR_MS, releases } from './plan.ts';
import { demoEnvelopes, demoProjects, type DemoEnvelope } from './replay.ts';
import { SEED } from '../src/demo.ts';

const nowMs = Date.UTC(2026, 10, 21, 15, 30);
const decoder = new TextDecoder();

interface Payload {
  event_id?: string;
  timestamp?: number;
  release?: string;
  environment?: string;
  user?: { id?: string };
  breadcrumbs?: { timestamp: number }[];
  exception?: { values: { type: string; value: string; mechanism?: { is_exception_group?: boolean } }[] };
  message?: string;
  contexts?: { trace?: { trace_id: string; span_id: string } };
  debug_meta?: { images: { code_file: string; debug_id: string }[] };
}

interface Event extends Payload {
  project: string;
  userAgent: string;
  receivedAtMs: number;
}

const all = [...demoEnvelopes(nowMs, 7)];
const envelopes = all.map(({ body }) => readEnvelope(body));
const events: Event[] = envelopes.flatMap((envelope, index) => {
  const { project, userAgent, receivedAtMs } = all[index]!;
  return envelope.items
    .filter(({ kind }) => kind === 'event')
    .map(({ payload }) => ({
      ...(JSON.parse(decoder.decode(payload)) as Payload),
      project,
      userAgent,
      receivedAtMs,
    }));
});

interface DemoSpan {
  trace_id: string;
  span_id: string;
  parent_span_id?: string;
  start_timestamp: number;
  attributes: Record<string, { value: unknown }>;
}

const spans = envelopes.flatMap(({ items }, index) =>
  items
    .filter(({ kind }) => kind === 'span')
    .flatMap(({ payload }) => (JSON.parse(decoder.decode(payload)) as { items: DemoSpan[] }).items)
    .map((span) => ({ ...span, project: all[index]!.project })),
);

function digest(of: Iterable<DemoEnvelope>): string {
  const hash = createHash('sha256');
  for (const { body, project, receivedAtMs } of of) hash.update(`${project} ${receivedAtMs}\n`).update(body);
  return hash.digest('hex');
}

function headline({ exception, message }: Payload): string {
  const thrown = exception?.values.at(-1);
  return message ?? `${thrown?.type}: ${thrown?.value}`;
}

test('the same hour and seed give the same bytes, another seed gives others', () => {
  expect(digest(demoEnvelopes(nowMs, 7))).toBe(digest(all));
  expect(digest(demoEnvelopes(nowMs, 8))).not.toBe(digest(all));
});

test('there are several hundred envelopes, oldest first, none outside the last fourteen days', () => {
  expect(all.length).toBeGreaterThan(400);
  expect(all.length).toBeLessThan(1400);
  const times = all.map(({ receivedAtMs }) => receivedAtMs);
  expect(times).toEqual(times.toSorted((one, other) => one - other));
  expect(times[0]).toBeGreaterThanOrEqual(nowMs - DEMO_SPAN_MS);
  expect(times.at(-1)).toBeLessThanOrEqual(nowMs);
});

test('every envelope reads back whole and belongs to a demo project', () => {
  const slugs = demoProjects.map(({ slug }) => slug);
  for (const [index, { broken, items }] of envelopes.entries()) {
    expect(broken).toBeNull();
    expect(items.length).toBeGreaterThan(0);
    expect(items.map(({ kind }) => kind)).not.toContain('unknown');
    expect(slugs).toContain(all[index]!.project);
  }
  const kinds = new Set(envelopes.flatMap(({ items }) => items.map(({ kind }) => kind)));
  expect([...kinds].sort()).toEqual([
    'attachment',
    'client_report',
    'event',
    'feedback',
    'session',
    'sessions',
    'span',
  ]);
});

test('a trace goes from a page through its request to a query of the API', () => {
  const byId = new Map(spans.map((span) => [`${span.trace_id} ${span.span_id}`, span]));
  const above = (span: DemoSpan) => byId.get(`${span.trace_id} ${span.parent_span_id}`)!;
  const queries = spans.filter(({ attributes }) => attributes['sentry.op']?.value === 'db');
  expect(queries.length).toBeGreaterThan(100);
  for (const query of queries) {
    const request = above(query);
    expect([query.project, above(request).project]).toEqual(['shop-api', 'shop-web']);
    expect(query.attributes['sentry.segment.id']!.value).toBe(request.span_id);
    expect(query.start_timestamp).toBeGreaterThanOrEqual(above(request).start_timestamp - 0.001);
  }
});

test('the newest orders that failed are in the traces of the pages that sent them', () => {
  const failed = events.filter(({ exception }) => exception?.values.at(-1)?.value?.startsWith('Order 10482'));
  const traced = failed.filter(({ contexts }) => spans.some(({ trace_id }) => trace_id === contexts?.trace?.trace_id));
  expect(traced.length).toBe(4);
  const timeOf = ({ timestamp }: Event) => Number(timestamp);
  expect(Math.max(...traced.map(timeOf))).toBe(Math.max(...failed.map(timeOf)));
  for (const event of traced) {
    const { trace_id: traceId, span_id: spanId } = event.contexts!.trace!;
    const ofTrace = spans.filter((span) => span.trace_id === traceId);
    const request = ofTrace.find(({ span_id }) => span_id === spanId)!;
    const sender = ofTrace.find(({ span_id }) => span_id === request.parent_span_id)!;
    expect([request.project, sender.project]).toEqual(['shop-api', 'shop-web']);
    expect(timeOf(event)).toBeGreaterThanOrEqual(request.start_timestamp);
    expect(timeOf(event)).toBeLessThanOrEqual(request.start_timestamp + 1);
  }
});

test('a repeated event is sent again unchanged, and the header names its event', () => {
  const byId = Map.groupBy(events, (event) => event.event_id);
  const twice = [...byId.values()].filter((same) => same.length > 1);
  expect(twice.length).toBeGreaterThan(2);
  expect(twice.length).toBeLessThan(events.length / 40);
  for (const [first, second] of twice) {
    expect({ ...second, receivedAtMs: 0 }).toEqual({ ...first, receivedAtMs: 0 });
    expect(second!.receivedAtMs).toBeGreaterThan(first!.receivedAtMs);
  }
  const headed = envelopes.flatMap(({ header, items }) =>
    items.some(({ kind }) => kind === 'event') ? [header.eventId] : [],
  );
  expect(headed).toEqual(events.map((event) => event.event_id));
});

test('feedback is sent once each, after its event, by the user of the event', () => {
  const feedback = envelopes.flatMap(({ items }, index) =>
    items
      .filter(({ kind }) => kind === 'feedback')
      .map(({ payload }) => ({ ...all[index]!, ...JSON.parse(decoder.decode(payload)) })),
  );
  expect(new Set(feedback.map(({ contexts }) => contexts.feedback.message)).size).toBe(feedback.length);
  expect(feedback.length).toBe(8);
  const about = feedback.filter(({ contexts }) => contexts.feedback.associated_event_id);
  expect(about.length).toBe(6);
  for (const { contexts, user, receivedAtMs, timestamp } of about) {
    const event = events.find(({ event_id }) => event_id === contexts.feedback.associated_event_id)!;
    expect(event.user!.id).toBe(user.id);
    expect(event.receivedAtMs).toBeLessThan(receivedAtMs);
    expect(timestamp * 1000).toBeLessThanOrEqual(receivedAtMs);
  }
});

test('an event and its breadcrumbs happened shortly before it arrived', () => {
  for (const { timestamp, receivedAtMs, breadcrumbs } of events) {
    expect(timestamp! * 1000).toBeLessThanOrEqual(receivedAtMs);
    for (const at of [timestamp!, ...(breadcrumbs ?? []).map((crumb) => crumb.timestamp)]) {
      expect(receivedAtMs - at * 1000).toBeLessThan(60_000);
    }
  }
});

test('the demo is varied: issues, users, releases, environments and browsers', () => {
  const distinct = (values: (string | undefined)[]): number =>
    new Set(values.filter((value) => value !== undefined)).size;
  expect(events.length).toBeGreaterThan(400);
  expect(distinct(events.map((event) => `${event.project} ${headline(event)}`))).toBeGreaterThanOrEqual(18);
  expect(distinct(events.map((event) => event.user?.id))).toBeGreaterThanOrEqual(36);
  expect(distinct(events.map((event) => event.release))).toBeGreaterThanOrEqual(releases.length * 2);
  expect(distinct(events.map((event) => event.environment))).toBe(2);
  // Six devices, and a crawler.
  expect(distinct(events.filter(({ project }) => project === 'shop-web').map((event) => event.userAgent))).toBe(7);
  expect(events.some((event) => event.exception?.values.some(({ mechanism }) => mechanism?.is_exception_group))).toBe(
    true,
  );
});

test('one issue spikes since the last release, one stopped, one is new today', () => {
  const of = (text: string) =>
    events.filter((event) => headline(event).includes(text)).map((event) => event.receivedAtMs);
  const releasedAtMs = nowMs - releases.find(({ version }) => version === '2.5.1')!.agoMs;
  const spike = of('Invalid currency code');
  expect(spike.filter((atMs) => atMs > releasedAtMs).length).toBeGreaterThan(spike.length * 0.8);
  const stopped = events.filter((event) => headline(event).includes('<!doctype')).map((event) => event.receivedAtMs);
  expect(Math.max(...stopped)).toBeLessThan(nowMs - DEMO_SPAN_MS / 2);
  const fresh = events
    .filter(({ release }) => release === 'shop-web@2.5.1')
    .filter((event) => headline(event).includes('expiresAt.getTime'));
  expect(Math.min(...fresh.map((event) => event.receivedAtMs))).toBeGreaterThan(nowMs - DEMO_SPAN_MS / 14);
});

/** The issues of the story's chapters: reported by then, and the first release of each. */
const chapters = [
  { scenario: 'cart-total', fromAgoMs: DEMO_SPAN_MS, toAgoMs: 10.3 * DAY_MS, first: 'shop-web@2.3.0' },
  { scenario: 'cart-total', fromAgoMs: 10.9 * DAY_MS, toAgoMs: 10.3 * DAY_MS, some: 'shop-web@2.4.0' },
  { scenario: 'wishlist-quota', fromAgoMs: 8.2 * DAY_MS, toAgoMs: 0, first: 'shop-web@2.5.0' },
  { scenario: 'order-discount-missing', fromAgoMs: DEMO_SPAN_MS, toAgoMs: 3.3 * DAY_MS, first: 'shop-api@2.5.0' },
  { scenario: 'currency-code', fromAgoMs: DEMO_SPAN_MS, toAgoMs: 2.6 * DAY_MS },
  { scenario: 'resize-pictures', fromAgoMs: DEMO_SPAN_MS, toAgoMs: 0.9 * DAY_MS },
  { scenario: 'coupon-expiry', fromAgoMs: 5 * HOUR_MS, toAgoMs: 0, first: 'shop-web@2.5.1' },
];

test('all events of the story were reported by then, at any hour of filling the demo', () => {
  for (let hour = 0; hour < 24; hour += 1) {
    const atMs = nowMs + hour * HOUR_MS;
    const sent = [...demoEnvelopes(atMs, SEED)].map((each) => ({
      ...each,
      release: /"release":"(.+?)"/.exec(decoder.decode(each.body))?.[1] ?? '',
    }));
    for (const { scenario, fromAgoMs, toAgoMs, first, some } of chapters) {
      const of = sent
        .filter((each) => each.scenario === scenario && !each.release.includes('-rc'))
        .filter(({ receivedAtMs }) => atMs - fromAgoMs < receivedAtMs && receivedAtMs < atMs - toAgoMs)
        .map(({ release }) => release);
      const about = `${scenario}, ${hour} hours later`;
      expect(of.length, about).toBeGreaterThan(0);
      if (first) expect(of[0], about).toBe(first);
      if (some) expect(of, about).toContain(some);
    }
    const coupons = sent.filter(({ scenario, release }) => scenario === 'coupon-expiry' && !release.includes('-rc'));
    for (const { release } of coupons) expect(release, `${hour} hours later`).toBe('shop-web@2.5.1');
  }
});

test('each build of the web shop stands for its releases: without debug IDs, uploaded, and not yet uploaded', () => {
  const idsOf = (of: (release: string) => boolean) => {
    const web = events.filter(({ project, release }) => project === 'shop-web' && of(release!.split('@')[1]!));
    expect(web.length).toBeGreaterThan(4);
    return new Set(web.flatMap(({ debug_meta: meta }) => (meta?.images ?? []).map((image) => image.debug_id)));
  };
  expect(idsOf((release) => release === '2.3.0').size).toBe(0);
  const running = idsOf((release) => release.startsWith('2.4') || release.startsWith('2.5'));
  const staged = idsOf((release) => release.startsWith('2.6'));
  // Its own script, and those shared with the release before.
  expect([...staged].filter((id) => !running.has(id)).length).toBe(1);

  const late = join(import.meta.dirname, 'late-upload');
  const [map] = readdirSync(late).filter((name) => name.endsWith('.map'));
  const { debugId } = JSON.parse(readFileSync(join(late, map!), 'utf8')) as { debugId: string };
  expect(staged).toContain(debugId);
  expect(running).not.toContain(debugId);
});
