import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const dashboard = join(import.meta.dirname, '..');
const css = readFileSync(join(dashboard, 'styles/app.css'), 'utf8');

test('animations take at most 120 ms', () => {
  const usual = /--default-transition-duration: (\d+)ms/.exec(css)?.[1];
  const own = globSync('{app,charts,features,lib,shell,ui}/**/*.tsx', { cwd: dashboard }).flatMap((file) =>
    [...readFileSync(join(dashboard, file), 'utf8').matchAll(/\bduration-\[?(\d+)/g)].map((found) => found[1]),
  );
  for (const duration of [usual, ...own]) expect(Number(duration)).toBeLessThanOrEqual(120);
});

test('reduced motion stops all animations', () => {
  const reduced = /@media \(prefers-reduced-motion: reduce\) \{([^@]*)\n  \}/.exec(css)?.[1] ?? '';
  expect(reduced).toContain('animation-duration: 0s !important');
  expect(reduced).toContain('transition-duration: 0s !important');
  const smooth = globSync('{app,charts,features,lib,shell,ui}/**/*.{ts,tsx}', { cwd: dashboard }).filter((file) =>
    /behavior: 'smooth'|scroll-smooth/.test(readFileSync(join(dashboard, file), 'utf8')),
  );
  expect(smooth).toEqual([]);
});
