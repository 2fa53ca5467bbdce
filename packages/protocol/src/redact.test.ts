import { describe, expect, test } from 'vitest';
import { isSecretPath, redactSecrets } from './redact.ts';

const secret = 'q3J_yLx-0aBcDeFgHiJkLmNoPqRsTuVwXyZ01234567';

describe('a text without its secrets', () => {
  test.each([
    [`https://s.example/invitation/${secret}`, 'https://s.example/invitation/[redacted]'],
    [`GET /sign-in/link/${secret}?x=1`, 'GET /sign-in/link/[redacted]?x=1'],
    [`{"url":"/sign-in/reset/${secret}"}`, '{"url":"/sign-in/reset/[redacted]"}'],
    [`{"url":"/shared/${secret}"}`, '{"url":"/shared/[redacted]"}'],
    [`/_next/data/b1/shared/${secret}.json`, '/_next/data/b1/shared/[redacted].json'],
    [`"/sign-in?next=%2Finvitation%2F${secret}"`, '"/sign-in?[redacted]"'],
    [`referer: /a?to=%252Fshared%252F${secret}`, 'referer: /a?to=%252Fshared%252F[redacted]'],
    [`/unsubscribe/0a1b2c3d:${secret}/one-click`, '/unsubscribe/[redacted]/one-click'],
    [`to=%2Funsubscribe%2F0a1b2c3d%3A${secret} failed`, 'to=%2Funsubscribe%2F[redacted] failed'],
    ['/sign-in/sso/callback?code=abc&state=def failed', '/sign-in/sso/callback?[redacted] failed'],
    [`Bearer seismo_${secret}`, 'Bearer seismo_[redacted]'],
  ])('%s', (text, redacted) => expect(redactSecrets(text)).toBe(redacted));

  test.each(['/next/dist/shared/lib/router.js:3', '/issues?query=sign-in', 'shared/utils.ts', '/sign-in', 'seismo_'])(
    '%s stays',
    (text) => expect(redactSecrets(text)).toBe(text),
  );

  test('is made in time that grows with its length', () => {
    expect(redactSecrets('/sign-in/'.repeat(100_000))).toHaveLength(900_000);
    expect(redactSecrets(`/shared/${'%25'.repeat(300_000)}`)).toHaveLength(900_008);
  });
});

test('paths that grant access are recognized, including data requests of Next', () => {
  for (const path of [
    `/shared/${secret}`,
    `/invitation/${secret}`,
    '/sign-in/link/x',
    '/sign-in/reset/x',
    '/unsubscribe/x',
    '/_next/data/b1/shared/x.json',
  ])
    expect(isSecretPath(path), path).toBe(true);
  for (const path of ['/sharedness', '/sign-in', '/issues/shared/x', '/_next/static/shared/x.js'])
    expect(isSecretPath(path), path).toBe(false);
});
