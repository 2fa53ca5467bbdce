import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EventPayload, Frame } from '@seismo/protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { writeMarkdown, type EventReport } from './write-markdown.ts';

const golden = join(import.meta.dirname, '../../../../../tests/golden');

const own = (name: string, line: number, source?: string): Frame => ({
  function: name,
  filename: 'src/cart.ts',
  lineno: line,
  colno: 7,
  in_app: true,
  ...(source !== undefined && { pre_context: ['  // before'], context_line: source, post_context: ['}'] }),
});
const library: Frame = { function: 'act', filename: 'node_modules/react-dom/index.js', lineno: 1, in_app: false };

const event: EventPayload = {
  event_id: 'a'.repeat(32),
  timestamp: 1_800_000_000,
  received: 1_800_000_001,
  platform: 'javascript',
  level: 'error',
  release: '1.4.3',
  environment: 'production',
  exception: {
    values: [
      {
        type: 'PaymentError',
        value: 'the service answered 402',
        stacktrace: { frames: [own('pay', 40, '  throw new PaymentError(answer.status);')] },
      },
      {
        type: 'TypeError',
        value: "Cannot read properties of undefined (reading 'total')",
        mechanism: { type: 'onerror', handled: false },
        stacktrace: { frames: [library, library, own('checkout', 12, '  return cart.total;'), library, own('sum', 9)] },
      },
    ],
  },
  breadcrumbs: {
    values: [
      { timestamp: 1_799_999_990, category: 'navigation', data: { from: '/', to: '/cart?coupon=SECRET' } },
      {
        timestamp: 1_799_999_999,
        category: 'fetch',
        data: { method: 'POST', url: 'https://api.shop.example/pay?card=SECRET', status_code: 402 },
      },
      { timestamp: 1_799_999_999.5, category: 'console', message: 'a | b `c`' },
    ],
  },
  contexts: {},
  tags: { browser: 'Chrome 142', 'a|b': '`', user: 'id:SECRET', url: 'https://shop.example/cart?a=SECRET' },
  extra: { secret: 'SECRET' },
  user: { id: 'SECRET', email: 'SECRET@shop.example', ip_address: '10.0.0.1' },
  request: {
    url: 'https://shop.example/cart?token=SECRET',
    method: 'POST',
    headers: [['Authorization', 'SECRET']],
    cookies: [['session', 'SECRET']],
    data: 'SECRET',
  },
  _meta: [],
};

const report: EventReport = {
  issue: {
    shortId: 'SHOP-1',
    type: 'TypeError',
    value: "Cannot read properties of undefined (reading 'total')",
    culprit: 'sum (src/cart.ts)',
    level: 'error',
    eventCount: 1204,
    userCount: 1,
    firstSeenAtMs: Date.UTC(2026, 10, 18, 9, 12),
    lastSeenAtMs: Date.UTC(2026, 10, 21, 20, 0),
    firstRelease: '1.4.2',
    lastRelease: '1.4.3',
  },
  project: 'Shop',
  event,
  link: 'https://seismo.example/issues/SHOP-1/events/aa',
  suspects: [
    {
      id: '4f2c8b19d0aa77',
      title: 'Carts without a total',
      authorName: 'Ana',
      author: null,
      atMs: null,
      repository: 'acme/shop',
      link: null,
      release: '1.4.2',
      path: 'src/cart.ts',
      function: 'sum',
      frameDistance: 0,
    },
  ],
};

test('an issue in Markdown is as it was approved', async () => {
  await expect(writeMarkdown(report)).toMatchFileSnapshot(join(golden, 'markdown/issue.md'));
});

test('an event of a real SDK in Markdown is as it was approved', async () => {
  const recorded = readFileSync(
    join(golden, 'normalized/browser--11.12.0--rich-scope.03-event+attachment.json'),
    'utf8',
  );
  const [{ event: real }] = JSON.parse(recorded) as [{ event: EventPayload }];
  const markdown = writeMarkdown({ ...report, event: real, suspects: [] });
  await expect(markdown).toMatchFileSnapshot(join(golden, 'markdown/rich-scope.md'));
});

test('contains no user data, request secrets or query strings', () => {
  expect(writeMarkdown(report)).not.toMatch(/SECRET|10\.0\.0\.1/);
});

test('client text stays inside code fences', () => {
  const nasty = fc.string({ unit: fc.constantFrom(...'`~#|<>*_[]()!\n\\ ab'.split(''), '```'), maxLength: 40 });
  fc.assert(
    fc.property(nasty, nasty, nasty, (value, name, tag) => {
      const frames = [{ ...own(name, 1, value), filename: tag }];
      const markdown = writeMarkdown({
        ...report,
        issue: { ...report.issue, type: name, value },
        event: {
          ...event,
          tags: { [tag]: value },
          exception: { values: [{ type: name, value, stacktrace: { frames } }] },
        },
      });
      let fence: string | null = null;
      for (const line of markdown.split('\n')) {
        if (fence !== null) fence = line === fence ? null : fence;
        else if (/^`{3,}$/.test(line)) fence = line;
        else expect(line).toMatch(/^$|^#{1,2} |^\| |^\| --- |^- `|^\[SHOP-1|^Caused by:$/);
      }
      expect(fence).toBeNull();
    }),
  );
});
