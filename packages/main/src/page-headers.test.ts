import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testPath } from '../../server/src/testing/cleanup.ts';
import { builtScripts, inlineScripts, pageHeaders } from './page-headers.ts';

function answered(path: string, { sources = [] as string[], dev = false, own = null as string | null } = {}) {
  const request = new IncomingMessage(new Socket());
  request.url = path;
  const response = new ServerResponse(request);
  pageHeaders(sources, dev)(request, response);
  if (own) response.setHeader('Content-Security-Policy', own);
  response.writeHead(200);
  const directives = String(response.getHeader('content-security-policy') ?? '')
    .split('; ')
    .map((directive) => directive.split(' '));
  return {
    headers: response.getHeaders(),
    requestPolicy: request.headers['content-security-policy'],
    policy: Object.fromEntries(directives.map(([name, ...sources]) => [name, sources])) as Record<string, string[]>,
  };
}

test('scripts run by a nonce per response, by the hash of built ones, or from our own files', () => {
  const [one, other] = [answered('/issues', { sources: ["'sha256-abc'"] }), answered('/issues')];
  const [self, nonce, hash] = one.policy['script-src']!;
  expect([self, hash]).toEqual(["'self'", "'sha256-abc'"]);
  expect(nonce).toMatch(/^'nonce-[A-Za-z0-9+/]{22}=='$/);
  expect(other.policy['script-src']![1]).not.toBe(nonce);
  expect(one.requestPolicy).toBe(one.headers['content-security-policy']);
  expect(one.policy).toMatchObject({ 'frame-ancestors': ["'none'"], 'base-uri': ["'none'"], 'object-src': ["'none'"] });
});

test('a policy that a client sends does not choose the nonce', () => {
  for (const url of ['/issues', '/attachments/1/abc/0', '/_next/static/a.js']) {
    const request = new IncomingMessage(new Socket());
    request.url = url;
    request.headers['content-security-policy'] = "script-src 'nonce-known'";
    request.headers['content-security-policy-report-only'] = "script-src 'nonce-known'";
    pageHeaders([], false)(request, new ServerResponse(request));
    expect(JSON.stringify(request.headers), url).not.toContain('known');
  }
});

test('responses with a stricter policy get no second one', () => {
  const { headers } = answered('/attachments/1/abc/0', { own: "sandbox; default-src 'none'" });
  expect(headers['content-security-policy']).toBe("sandbox; default-src 'none'");
  expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' });
  // For a missing file, the "not found" page has the policy of pages.
  for (const path of ['/attachments/1/abc/0', '/exports/nothing', '/issues/SHOP-1/events/latest/json']) {
    expect(answered(path).policy['frame-ancestors'], path).toEqual(["'none'"]);
  }
  expect(answered('/_next/static/chunks/a.js').headers).toMatchObject({ 'x-content-type-options': 'nosniff' });
});

test('only development allows the inline scripts of its tools', () => {
  expect(answered('/issues', { dev: true }).policy['script-src']).toContain("'unsafe-eval'");
  expect(answered('/issues').headers['content-security-policy']).not.toMatch(/script-src[^;]*unsafe|ws:/);
});

test('the scripts of built pages are found once each, and files are not among them', () => {
  const page = '<head><script>one()</script><script src="/a.js" async=""></script></head><script id="x">two()</script>';
  expect(inlineScripts(page)).toEqual(['one()', 'two()']);
  const dir = testPath();
  expect(builtScripts(dir)).toEqual([]);
  mkdirSync(join(dir, '.next/server/app/issues'), { recursive: true });
  writeFileSync(join(dir, '.next/server/app/issues.html'), page);
  writeFileSync(join(dir, '.next/server/app/issues/[id].html'), '<script>one()</script>');
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  expect(builtScripts(dir)).toEqual([hash('one()'), hash('two()')].sort());
});

test('a page with a secret in its URL is not indexed, cached or sent as referrer', () => {
  for (const path of [
    '/shared/abc',
    '/shared/abc?x=1',
    '/shared',
    '/invitation/abc',
    '/sign-in/reset/abc',
    '/unsubscribe/abc',
    '/_next/data/b1/shared/abc.json',
  ]) {
    expect(answered(path).headers, path).toMatchObject({
      'x-robots-tag': 'noindex, nofollow, noarchive',
      'referrer-policy': 'no-referrer',
      'cache-control': 'private, no-store',
    });
  }
  expect(answered('/sharedness').headers).toMatchObject({ 'referrer-policy': 'same-origin' });
});
