import fc from 'fast-check';
import { anyCharacter } from '../../testing/any-character.ts';
import { expect, test } from 'vitest';
import type { EventPayload } from '@seismo/protocol';
import { escaped, redactUserData } from './redact-user-data.ts';

const secret = 'ana-0815';

const event = {
  event_id: 'e'.repeat(32),
  timestamp: 1,
  received: 1,
  platform: 'javascript',
  level: 'error',
  server_name: secret,
  release: secret,
  environment: secret,
  transaction: secret,
  user: { id: secret, email: `${secret}@example.com`, ip_address: '203.0.113.9' },
  request: { url: `https://shop.test/cart?user=${secret}`, headers: [['Cookie', secret]], cookies: [['a', secret]] },
  tags: { user: secret },
  extra: { cart: secret },
  contexts: { trace: { trace_id: secret } },
  breadcrumbs: { values: [{ message: secret }] },
  exception: {
    values: [
      { type: 'NetworkError', value: `GET https://api.shop.test/me?token=${secret} failed` },
      {
        type: 'TypeError',
        value: `no cart of ${secret}@example.com at 203.0.113.9`,
        raw_value: secret,
        module: secret,
        mechanism: { type: secret, handled: false, data: { href: secret } },
        stacktrace: {
          registers: { rip: secret },
          frames: [
            {
              function: 'pay',
              filename: `/home/${secret}/shop/cart.js?v=${secret}`,
              abs_path: `/home/${secret}/shop/cart.js`,
              lineno: 7,
              colno: 3,
              in_app: true,
              pre_context: ['before'],
              context_line: 'pay(cart)',
              post_context: ['after'],
              vars: { user: secret },
            },
          ],
        },
      },
    ],
  },
  _meta: [],
} as unknown as EventPayload;

test('a shared event shows the error and its code, and no user data', () => {
  const shared = redactUserData(event, { title: secret, culprit: `/cart?user=${secret}` });
  expect(JSON.stringify(shared)).not.toContain(secret);
  expect(shared).toEqual({
    type: 'TypeError',
    value: 'no cart of [email] at [address]',
    culprit: '/cart',
    level: 'error',
    platform: 'javascript',
    exceptions: [
      { type: 'NetworkError', value: 'GET https://api.shop.test/me failed' },
      {
        type: 'TypeError',
        value: 'no cart of [email] at [address]',
        mechanism: { handled: false },
        stacktrace: {
          frames: [
            {
              function: 'pay',
              filename: '/home/…/shop/cart.js',
              lineno: 7,
              colno: 3,
              in_app: true,
              pre_context: ['before'],
              context_line: 'pay(cart)',
              post_context: ['after'],
            },
          ],
        },
      },
    ],
    stacktrace: null,
  });
});

test('an event without an error shows its message, and one without a file its module', () => {
  const frames = [{ module: 'shop.cart', vars: { user: secret } }, { abs_path: String.raw`C:\Users\ana\a.js` }];
  const plain = { ...event, exception: undefined, logentry: { formatted: `paid by ${secret}@a.test` } };
  const shared = redactUserData({ ...plain, stacktrace: { frames } } as unknown as EventPayload, {
    title: 'told',
    culprit: '',
  });
  expect(shared).toMatchObject({ type: '', value: 'paid by [email]', exceptions: [] });
  expect(shared.stacktrace).toEqual({ frames: [{ filename: 'shop.cart' }, { filename: String.raw`C:\Users\…\a.js` }] });
});

test('releases, versions, conditions and plain paths in text stay as they are', () => {
  for (const text of ['shop@1.0.0 of 2.14.3', 'a ? b : c', 'GET /cart/7', 'at src/a.ts:10:20', 'https://shop.test/a']) {
    expect(escaped(text)).toBe(text);
  }
});

test('text of any kind is read in time that grows with it', () => {
  for (const piece of ['/', 'a/', 'http://', '/Users/', 'a@', '1.', '?#', 'x://y?']) {
    const startMs = process.threadCpuUsage().user / 1000;
    escaped(piece.repeat(20_000));
    expect(process.threadCpuUsage().user / 1000 - startMs, piece).toBeLessThan(2000);
  }
  fc.assert(fc.property(fc.string({ unit: anyCharacter }), (text) => typeof escaped(text) === 'string'));
});
