import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'seismo-words-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The output of `scripts/check-words.mjs` for a file; empty if it passes. */
function checkWords(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  try {
    execFileSync(process.execPath, [join(root, 'scripts/check-words.mjs'), path], { encoding: 'utf8', stdio: 'pipe' });
    return '';
  } catch (error) {
    return (error as { stderr: string }).stderr;
  }
}

// Assembled here so that the check does not find the words in this file.
const [retiredName, retiredPhrase, vagueWord] = ['stu' + 'dio', 'nothing ' + 'vanishes', 'who' + 'ever'];

test.each([
  [
    'an identifier in camelCase',
    'open.ts',
    `const my${retiredName[0]!.toUpperCase()}${retiredName.slice(1)}Page = 1;`,
    retiredName,
  ],
  ['an identifier in snake_case', 'query.ts', `const sql = 'select ${retiredName}_id from event';`, retiredName],
  ['a limit', 'limits.ts', `export const CHUNKS_${'KE' + 'PT'}_BYTES_MAX = 1;`, 'ke' + 'pt bytes max'],
  ['the name of a file', `${retiredName}-page.ts`, '', retiredName],
  ['a string of the UI', 'page.tsx', `<p>Of what is sent, ${retiredPhrase}.</p>`, retiredPhrase],
  ['a comment', 'page.ts', `const page = 1; // For ${vagueWord} reads it.`, vagueWord],
  ['a comment of several lines', 'page.css', `/**\n * For ${vagueWord} reads it.\n */`, vagueWord],
  ['a sentence of the docs, across lines', 'page.md', `So\n${retiredPhrase.replace(' ', '\n')}.`, retiredPhrase],
])('a retired word in %s is noticed, with what to write instead', (_, name, text, retired) => {
  expect(checkWords(name, text)).toMatch(new RegExp(`${name}:\\d+: "${retired}" is retired, write "?\\w+`));
});

test('words of a sentence that form a retired name only together are accepted', () => {
  expect(checkWords('page.ts', `// The author of this says: vanishes, nothing. It studies ${retiredName}s.`)).toBe('');
});
