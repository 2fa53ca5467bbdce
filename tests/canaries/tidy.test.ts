import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const files = globSync('{packages,tests,scripts,bench}/**/*.{ts,tsx,mjs}', {
  cwd: root,
  exclude: (path) => /(^|\/)(node_modules|\.next|dist)$/.test(path),
})
  // These files contain the forbidden texts.
  .filter((path) => !/^tests\/canaries\/(tidy|lint)\.test\.ts$/.test(path))
  .map((path) => ({ path, lines: readFileSync(join(root, path), 'utf8').split('\n') }));

/** The matches of `pattern` as `path:line`, unless this line or the line above contains an explanation (`excused`). */
const found = (pattern: RegExp, excused = /$^/): string[] =>
  files.flatMap(({ path, lines }) =>
    lines.flatMap((line, index) =>
      pattern.test(line) && !excused.test(line) && !excused.test(lines[index - 1] ?? '')
        ? [`${path}:${index + 1}`]
        : [],
    ),
  );

test('the sources are found', () => {
  expect(files.length).toBeGreaterThan(300);
});

test('no test is focused', () => {
  expect(found(/\b(test|it|describe)(\.\w+)*\.only\b/)).toEqual([]);
});

test('no test is skipped without a comment with the reason', () => {
  expect(found(/\b(test|it|describe)(\.\w+)*\.(skip|todo|skipIf|runIf|fails)\b/, /\/\/ \w+/)).toEqual([]);
});

test('there are no open to-dos', () => {
  expect(found(/\b(TODO|FIXME|XXX|HACK)\b/)).toEqual([]);
});

test('compiler and linter checks are not suppressed', () => {
  expect(found(/@ts-(ignore|nocheck)|(eslint|oxlint)-disable(?!-next-line [\w/-]+ -- \w)/)).toEqual([]);
});

test('importing a module has no side effects, except for programs', () => {
  const timers = /^(setInterval|setTimeout|process\.on)\(/;
  const programs = /^(scripts|bench|tests\/(crash|e2e))\//;
  expect(found(timers).filter((place) => !programs.test(place))).toEqual([]);
});

test('each of the 13 observed facts has a test that names it', () => {
  const named = files
    .filter(({ path }) => /\.test\.tsx?$/.test(path))
    .flatMap(({ lines }) => lines.flatMap((line) => /observed\.md row (\d+)/.exec(line)?.[1] ?? []));
  const rows = Array.from({ length: 13 }, (_, index) => String(index + 1));
  expect(rows.filter((row) => !named.includes(row))).toEqual([]);
});
