import { expect, test } from 'vitest';
import { platformName, platformOf, platforms } from '../platforms.ts';
import { snippets } from './snippets.ts';
import { tunnelSteps } from './tunnel.ts';

const dsn = 'http://0123456789abcdef0123456789abcdef@localhost:8300/42';

test('every platform has snippets that hold the DSN', () => {
  for (const { id } of platforms) {
    const steps = snippets[id](dsn);
    expect(
      steps.some(({ code }) => code.includes(dsn)),
      id,
    ).toBe(true);
    expect(new Set(steps.map(({ title }) => title)).size, id).toBe(steps.length);
  }
});

test('the Next.js snippet uses tunnel, never tunnelRoute, which refuses self-hosted addresses', () => {
  const code = snippets['javascript-nextjs'](dsn)
    .map((step) => step.code)
    .join('\n');
  expect(code).toContain("tunnel: '/monitoring'");
  expect(code).not.toMatch(/^\s*tunnelRoute:/m);
});

test('the shell snippet posts to the envelope endpoint with the key', () => {
  expect(snippets.other(dsn)[1]?.code).toContain(
    "'http://localhost:8300/api/42/envelope/?sentry_key=0123456789abcdef0123456789abcdef'",
  );
});

test('a tunnel leads to the server of the DSN and nowhere else', () => {
  expect(tunnelSteps(dsn, '/tea')[0]!.code).toContain('proxy_pass http://localhost:8300/tea;');
});

test('a platform without a snippet of its own is shown the nearest', () => {
  expect(platformOf('node')).toBe('node');
  expect(platformOf('python-fastapi')).toBe('python');
  expect(platformOf('javascript-sveltekit')).toBe('javascript');
  for (const unknown of ['__proto__', 'cobol', '', undefined]) expect(platformOf(unknown)).toBe('other');
  expect([platformName('python-fastapi'), platformName('perl'), platformName('')]).toEqual([
    'Python',
    'perl',
    'Unknown platform',
  ]);
});
