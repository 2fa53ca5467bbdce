import { createHash, randomBytes } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { isSecretPath } from '@seismo/protocol/redact';
import onHeaders from 'on-headers';

const headers: [name: string, value: string][] = [
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Frame-Options', 'DENY'],
  ['Referrer-Policy', 'same-origin'],
  ['Permissions-Policy', 'camera=(), microphone=(), geolocation=()'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
];

/** Pages whose URL grants access: not listed by search engines, not cached, not sent to other sites. */
const secret: typeof headers = [
  ['X-Robots-Tag', 'noindex, nofollow, noarchive'],
  ['Referrer-Policy', 'no-referrer'],
  ['Cache-Control', 'private, no-store'],
];

/**
 * Sets the security headers of the dashboard's responses. Next takes the nonce from the policy in the request and
 * writes it on every script of the streamed part (docs/decisions/0016-content-security-policy.md).
 */
export function pageHeaders(scriptSources: readonly string[], dev: boolean) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    const path = request.url ?? '/';
    delete request.headers['content-security-policy'];
    delete request.headers['content-security-policy-report-only'];
    for (const [name, value] of headers) response.setHeader(name, value);
    if (isSecretPath(path)) for (const [name, value] of secret) response.setHeader(name, value);
    if (path.startsWith('/_next/static/')) return;
    const policy = dev ? policyOf(inDevelopment) : policyOf({ scripts: [nonce(), ...scriptSources], connections: [] });
    request.headers['content-security-policy'] = policy;
    // Files from clients have a stricter policy (`server/refusal-response.ts`); another one would be added to it.
    onHeaders(response, () => {
      if (!response.hasHeader('Content-Security-Policy')) response.setHeader('Content-Security-Policy', policy);
    });
  };
}

const nonce = () => `'nonce-${randomBytes(16).toString('base64')}'`;

/** The parts that Next's development tools add to a page, and their WebSocket. */
const inDevelopment: Sources = { scripts: ["'unsafe-inline'", "'unsafe-eval'"], connections: ['ws:', 'wss:'] };

interface Sources {
  scripts: readonly string[];
  connections: readonly string[];
}

function policyOf({ scripts, connections }: Sources): string {
  return [
    "default-src 'self'",
    `script-src ${["'self'", ...scripts].join(' ')}`,
    `connect-src ${["'self'", ...connections].join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The inline scripts of the pages that were rendered when the dashboard was built, each allowed by its hash. */
export function builtScripts(dashboardDir: string): string[] {
  const pages = join(dashboardDir, '.next/server/app');
  if (!existsSync(pages)) return [];
  const scripts = globSync('**/*.html', { cwd: pages }).flatMap((page) =>
    inlineScripts(readFileSync(join(pages, page), 'utf8')),
  );
  return [...new Set(scripts)].map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`).sort();
}

export function inlineScripts(html: string): string[] {
  return [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([^]*?)<\/script>/g)].map((found) => found[1]!);
}
