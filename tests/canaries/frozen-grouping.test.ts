import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const folder = new URL('../../packages/server/src/domain/grouping/', import.meta.url);
const versions = readdirSync(folder).filter((name) => /^v\d+\.ts$/.test(name));

/** Every module a source names: `from '…'`, bare `import '…'`, `import('…')`, `require('…')`. */
function importsOf(source: string): { specifier: string; typeOnly: boolean }[] {
  const found = source.matchAll(
    /(?:\b(import|export)\s+(type\s)?[^;'"]*?from\s*|\bimport\s*\(?\s*|\brequire\s*\(\s*)['"]([^'"]+)['"]/g,
  );
  return [...found].map(([, , typeOnly, specifier]) => ({
    specifier: specifier ?? '',
    typeOnly: typeOnly !== undefined,
  }));
}

/**
 * The imports of a frozen file that are not frozen. It may import modules of the same or an earlier version, Node's
 * hash and types.
 */
function live(version: string, path: string, source: string): string[] {
  const frozen = versions.map((name) => name.replace('.ts', '')).filter((name) => name <= version);
  return importsOf(source)
    .filter(({ specifier, typeOnly }) => {
      if (specifier === 'node:crypto') return false;
      if (typeOnly && specifier === '@seismo/protocol') return false;
      if (!specifier.startsWith('.')) return true;
      const target = new URL(specifier, new URL(path, folder)).href.slice(folder.href.length);
      return !frozen.some((name) => new RegExp(`^${name}(?:/[\\w-]+)?\\.ts$`).test(target));
    })
    .map(({ specifier }) => specifier);
}

it.each(versions)('grouping %s imports nothing that may still change', (file) => {
  const version = file.replace('.ts', '');
  const frozen = readdirSync(new URL(`${version}/`, folder)).filter((name) => !name.endsWith('.test.ts'));
  expect(frozen.length).toBeGreaterThan(1);
  for (const path of [file, ...frozen.map((name) => `${version}/${name}`)]) {
    expect(live(version, path, readFileSync(new URL(path, folder), 'utf8')), path).toEqual([]);
  }
});

it.each([
  `import { levels } from '@seismo/protocol';`,
  `import { PATH_CHARS_MAX } from '@seismo/protocol/limits';`,
  `import type { Clock } from '#platform/clock.ts';`,
  `import { group } from './group.ts';`,
  `import { readMessage } from './v2/message.ts';`,
  `import {\n  a,\n  b,\n} from '../normalize/normalize.ts';`,
  `export { x } from '../x.ts';`,
  `const x = await import('../x.ts');`,
  `import '../x.ts';`,
])('the check sees %s', (source) => {
  expect(live('v1', 'v1.ts', source)).toHaveLength(1);
});

it('the check accepts frozen files', () => {
  const source = `import { hash } from 'node:crypto';\nimport type { Frame } from '@seismo/protocol';\nimport { a } from './v1/frames.ts';`;
  expect(live('v1', 'v1.ts', source)).toEqual([]);
  expect(live('v1', 'v1/frames.ts', `import { b } from './file.ts';`)).toEqual([]);
  expect(live('v2', 'v2/frames.ts', `import { b } from '../v1/file.ts';`)).toEqual([]);
});
