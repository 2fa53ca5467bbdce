import type { EventPayload } from '@seismo/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cpuMs } from '../../testing/cpu.ts';
import { defaultPrivacy, type PrivacySettings, type ScrubRule } from '../configuration/documents.ts';
import { storedAddress } from './address.ts';
import { compileScrubbing, scrubForProject } from './project-scrubbing.ts';
import { compileSelector, selectorProblem } from './selector.ts';

function event(): EventPayload {
  return {
    event_id: '0'.repeat(32),
    timestamp: 1,
    received: 1,
    platform: 'javascript',
    level: 'error',
    contexts: {},
    tags: { plan: 'team', contact: 'ada@example.com' },
    extra: {
      cart: { owner: 'ada@example.com', iban: 'DE89 3704 0044 0532 0130 00', count: 3 },
      note: 'from 203.0.113.9',
    },
    _meta: [],
    user: { id: '7', email: 'ada@example.com', ip_address: '203.0.113.9' },
    request: {
      url: 'https://shop.example/',
      headers: [
        ['X-Api-Version', '12'],
        ['X-Forwarded-For', '203.0.113.9'],
      ],
    },
    exception: {
      values: [
        {
          type: 'TypeError',
          value: 'No cart for ada@example.com',
          stacktrace: {
            frames: [
              {
                function: 'pay',
                filename: 'pay.js',
                vars: { who: 'ada@example.com', id: 'b7e2d1e0-0d4f-4a51-9d3c-5b6b0a1f2c3d' },
              },
            ],
          },
        },
      ],
    },
    breadcrumbs: { values: [{ message: 'card 4111 1111 1111 1111', data: { to: 'ada@example.com' } }] },
  };
}

const scrub = (change: Partial<PrivacySettings>, one = event(), hashKey = 'key') =>
  scrubForProject(one, compileScrubbing({ ...defaultPrivacy, ...change }, hashKey));
const rule = (
  type: ScrubRule['type'],
  source: string,
  method: ScrubRule['method'] = 'remove',
  pattern = '',
): ScrubRule => ({
  type,
  source,
  method,
  pattern,
});

describe('a rule', () => {
  test('removes matches at its location, with a note', () => {
    const one = scrub({ rules: [rule('email', '$error.value'), rule('email', '$user.email', 'mask')] });
    expect(one.exception!.values[0]!.value).toBe('No cart for [Filtered]');
    expect(one.user!.email).toBe('***@*******.***');
    expect(one.tags['contact']).toBe('ada@example.com');
    const why = 'matched a scrubbing rule of the project';
    expect(one._meta).toContainEqual({ path: 'user.email', kind: 'scrubbed', why });
    expect(one.exception!.values[0]!.type).toBe('TypeError');
  });

  test.each<[ScrubRule['type'], string, (one: EventPayload) => unknown]>([
    ['iban', 'extra.**', (one) => (one.extra['cart'] as { iban: string }).iban],
    ['uuid', '$frame.vars', (one) => one.exception!.values[0]!.stacktrace!.frames[0]!.vars!['id']],
    ['anything', "tags.'plan'", (one) => one.tags['plan']],
    ['anything', 'request.headers.x-api-version', (one) => one.request!.headers![0]![1]],
    ['anything', 'extra.cart.count', (one) => (one.extra['cart'] as { count: number }).count],
  ])('%s in %s', (type, source, read) => {
    expect(read(scrub({ rules: [rule(type, source)] }))).toBe('[Filtered]');
  });

  test('distinguishes a release from an email address', () => {
    const one = scrub(
      { rules: [rule('email', '**')] },
      { ...event(), extra: { a: 'shop@1.0.0', b: 'a@b.co.uk, c@d.io' } },
    );
    expect(one.extra).toEqual({ a: 'shop@1.0.0', b: '[Filtered], [Filtered]' });
  });

  test('finds IP addresses, and words and keys of the project', () => {
    const one = scrub({
      rules: [rule('ip', '$string'), rule('text', '$string', 'remove', 'CART'), rule('key', '**', 'remove', 'own*')],
    });
    expect(one.extra['note']).toBe('from [Filtered]');
    expect(one.exception!.values[0]!.value).toBe('No [Filtered] for ada@example.com');
    expect((one.extra['cart'] as { owner: string }).owner).toBe('[Filtered]');
  });

  test('hashes equal values equally within an organization, and differently in another one', () => {
    const rules = [rule('email', '**', 'hash')];
    const one = scrub({ rules });
    expect(one.user!.email).toMatch(/^hash:[0-9a-f]{16}$/);
    expect(one.tags['contact']).toBe(one.user!.email);
    expect(scrub({ rules }, event(), 'another').user!.email).not.toBe(one.user!.email);
  });

  test('applied twice has the same result as applied once', () => {
    for (const method of ['remove', 'mask', 'hash'] as const) {
      const rules = (['email', 'ip', 'creditcard', 'iban', 'uuid', 'anything'] as const).map((type) =>
        rule(type, '**', method),
      );
      const once = structuredClone(scrub({ rules }));
      expect({ ...scrub({ rules }, structuredClone(once)), _meta: [] }).toEqual({ ...once, _meta: [] });
    }
  });

  test('with a worst-case pattern takes bounded time', () => {
    const rules = (['email', 'ip', 'creditcard', 'iban', 'uuid', 'text'] as const).map((type) =>
      rule(type, '**', 'remove', '*a*b*c*'),
    );
    for (const unit of ['a', '1', '1:', '1.', 'a@', 'AA11', '1 ']) {
      const long = () => ({ ...event(), extra: { long: unit.repeat(8000 / unit.length) } });
      expect(cpuMs(() => scrub({ rules }, long()))).toBeLessThan(300);
    }
  });

  test('checks each of two hundred keys once, for any number of values', () => {
    const frames = () =>
      Array.from({ length: 2500 }, () => ({ function: 'f', vars: { one: 'a', two: { three: 'b' } } }));
    const many = () => ({ ...event(), exception: { values: [{ type: 'E', stacktrace: { frames: frames() } }] } });
    const sensitiveFields = Array.from({ length: 200 }, (_, index) => `*never*${index}`);
    const compiled = compileScrubbing({ ...defaultPrivacy, sensitiveFields }, 'key');
    // Measured at 30 ms, against 500 for every key of every path.
    expect(cpuMs(() => scrubForProject(many(), compiled))).toBeLessThan(300);
  });
});

describe('settings', () => {
  test('turn off single defaults, and exempt safe fields', () => {
    const secret = () => ({ ...event(), extra: { password: 'x', session_token: 'y' }, tags: { password: 'z' } });
    const { defaults } = defaultPrivacy;
    expect(scrub({}, secret()).extra).toEqual({ password: '[Filtered]', session_token: '[Filtered]' });
    expect(scrub({ safeFields: ['session_*'] }, secret()).extra).toEqual({
      password: '[Filtered]',
      session_token: 'y',
    });
    expect(scrub({ defaults: { ...defaults, data: false } }, secret()).tags).toEqual({ password: 'z' });
    expect(scrub({ sensitiveFields: ['PLAN'] }).tags['plan']).toBe('[Filtered]');
  });

  test('also apply to the tag that names the user', () => {
    const known = (): EventPayload => ({
      ...event(),
      user: { ip_address: '203.0.113.9' },
      tags: { user: 'ip:203.0.113.9' },
    });
    expect(scrub({ userAddress: 'drop' }, known()).tags).toEqual({});
    expect(scrub({ userAddress: 'shorten' }, known()).tags).toEqual({ user: 'ip:203.0.113.0' });
  });

  test('keep, shorten or drop IP addresses, also in proxy headers', () => {
    expect(scrub({}).user!.ip_address).toBe('203.0.113.9');
    const shortened = scrub({ userAddress: 'shorten' });
    expect(shortened.user!.ip_address).toBe('203.0.113.0');
    const dropped = scrub({ userAddress: 'drop' });
    expect(dropped.user).toEqual({ id: '7', email: 'ada@example.com' });
    for (const one of [shortened, dropped]) expect(one.request!.headers![1]![1]).toBe('[Filtered]');
    expect(storedAddress('2001:db8:1:2:3::4', 'shorten')).toBe('2001:db8:1::');
    expect(storedAddress('::1', 'shorten')).toBe('0:0:0::');
    expect(storedAddress('nonsense', 'shorten')).toBeNull();
  });
});

describe('a selector', () => {
  test.each([
    ['$user.email', 'user.email', true],
    ['$user', 'user.data.plan', true],
    ['user.*.plan', 'user.data.plan', true],
    ['user.*', 'tags.user', false],
    ['**.plan', 'user.data.plan', true],
    ['extra.**.id', 'extra.id', true],
    ['extra.**.id', 'extra.a.b.id', true],
    ['extra.**.id', 'extra.a.b.ids', false],
    ['$frame.vars', 'exception.values.0.stacktrace.frames.3.vars.token', true],
    ['$breadcrumb.data.to', 'breadcrumbs.values.0.data.to', true],
    ['REQUEST.headers.X-*', 'request.headers.x-api-key', true],
  ])('%s at %s: %s', (selector, path, selects) => {
    expect(compileSelector(selector)!(path.split('.'))).toBe(selects);
  });

  test('with an unknown location is reported', () => {
    for (const text of ['', 'a..b', '.a', 'a.', '$nothing.x', 'a.'.repeat(30)]) {
      expect(compileSelector(text), text).toBeNull();
      expect(selectorProblem(text), text).not.toBeNull();
    }
    expect(selectorProblem("tags.'my.tag'")).toBeNull();
  });

  test('parses any text and matches any path fast', () => {
    const unit = fc.constantFrom('a', '.', '*', '**', '$user', "'", 'b');
    fc.assert(
      fc.property(
        fc.string({ unit, maxLength: 40 }),
        fc.array(fc.constantFrom('a', 'b', 'user'), { maxLength: 30 }),
        (text, path) => {
          const selector = compileSelector(text);
          expect(selector === null).toBe(selectorProblem(text) !== null);
          selector?.(path);
        },
      ),
    );
  });
});
