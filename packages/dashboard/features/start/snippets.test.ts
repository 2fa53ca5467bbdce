import { expect, test } from 'vitest';
import { platformOf, platforms } from './platforms.ts';
import { snippets } from './snippets.ts';

const dsn = 'http://0123456789abcdef0123456789abcdef@localhost:8300/42';

test('every platform has snippets that hold the DSN', () => {
  for (const { id } of platforms) {
    expect(snippets(id, dsn).some((step) => step.code.includes(dsn))).toBe(true);
  }
});

test('the Next.js snippet uses tunnel, never tunnelRoute, which refuses self-hosted addresses', () => {
  const code = snippets('javascript-nextjs', dsn)
    .map((step) => step.code)
    .join('\n');
  expect(code).toContain("tunnel: '/monitoring'");
  expect(code).not.toMatch(/^\s*tunnelRoute:/m);
});

test('the shell snippet posts to the envelope endpoint with the key', () => {
  expect(snippets('other', dsn)[1]?.code).toContain(
    "'http://localhost:8300/api/42/envelope/?sentry_key=0123456789abcdef0123456789abcdef'",
  );
});

test('unknown platforms are any other SDK', () => {
  expect(platformOf('__proto__')).toBe('other');
  expect(platformOf('node')).toBe('node');
});
