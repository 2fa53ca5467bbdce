import { globSync } from 'node:fs';
import { join } from 'node:path';
import { isSecretPath } from '@seismo/protocol/redact';
import { expect, test } from 'vitest';
import { withoutSecrets } from './without-secrets.ts';

const secret = 'q3J_yLx-0aBcDeFgHiJkLmNoPqRsTuVwXyZ01234567';
const app = join(import.meta.dirname, '../../app');

/** Routes with a segment that grants something, by the names that such segments have. */
const secretRoutes = globSync('**/{page.tsx,route.ts}', { cwd: app })
  .map((file) => `/${file.replaceAll(/\([^)]+\)\//g, '').replace(/\/(page\.tsx|route\.ts)$/, '')}`)
  .filter((route) => /\[(link|token|secret)\]/.test(route))
  .map((route) => route.replace(/\[\w+\]/, secret));

test('the URLs of all pages that grant access are removed from reports', () => {
  expect(secretRoutes.length).toBeGreaterThanOrEqual(3);
  for (const path of secretRoutes) {
    expect(isSecretPath(path), path).toBe(true);
    const event = withoutSecrets({
      message: `Failed to fetch ${path}`,
      transaction: `GET ${path}`,
      request: { url: `http://localhost${path}?a=1`, headers: { referer: `http://localhost${path}` } },
      breadcrumbs: [{ category: 'navigation', data: { from: path, to: '/issues' } }],
      tags: { next: `/sign-in?next=${encodeURIComponent(path)}` },
    });
    expect(JSON.stringify(event)).not.toContain(secret);
    expect(event.breadcrumbs?.[0]?.data?.['to']).toBe('/issues');
  }
});
