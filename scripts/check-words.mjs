// Fails on retired words and says what to write instead: `node scripts/check-words.mjs [files]`. CONTRIBUTING.md has the
// glossary. A word is added here once it is gone, so that it stays away.
import { globSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { root } from './installed.mjs';

/**
 * Names of identifiers, files and CSS classes, as the words they consist of: "born life" finds bornLife, born_life and
 * born-life, but not two words of a sentence. "*" is any further word.
 */
const retiredNames = {
  'event among others': 'what it holds, such as event neighbors',
  'hear times': 'listen',
  'meant of': 'compileSearch',
  'note use': 'touchLastUsed',
  sitting: 'shot',
  studio: 'fixture',
  tallies: 'counters',
  tally: 'counter',
  woven: 'compiled',
};

/** Phrases of the UI, the docs and comments, in any case and across line breaks. */
const retiredPhrases = {
  "finding one's way": 'navigation',
  'nothing vanishes': 'outcomes',
  'who may import whom': 'import rules',
};

/** Texts that must not change: released migrations, recorded data and expected results. This file names what it forbids. */
const exempt = [
  /^CONTRIBUTING\.md$/,
  /^scripts\/check-words\.mjs$/,
  /\/migrations\//,
  /^tests\/golden\/.*(?<!\.md)$/,
  /^packages\/main\/demo\/(envelopes|source-maps|late-upload)\//,
];

const files =
  process.argv.length > 2
    ? process.argv.slice(2).map((path) => relative(root, resolve(path)))
    : globSync(['*.md', '{packages,scripts,bench,tests,docs,examples}/**/*.{ts,tsx,mjs,css,md}'], {
        cwd: root,
        exclude: (path) => /(^|\/)(node_modules|\.next|dist|built)$/.test(path),
      }).filter((path) => !exempt.some((pattern) => pattern.test(path)));

const splitName = (name) =>
  name
    .replaceAll(/[a-z\d](?=[A-Z])|[A-Z](?=[A-Z][a-z])/g, '$& ')
    .replaceAll(/[-_$]+/g, ' ')
    .toLowerCase();
const names = Object.entries(retiredNames).map(([name, standard]) => ({
  retired: name,
  standard,
  pattern: new RegExp(`(?<![^ ])${name.replaceAll('*', '\\S+')}(?![^ ])`),
}));
const phrases = Object.entries(retiredPhrases).map(([phrase, standard]) => ({
  retired: phrase,
  standard,
  pattern: new RegExp(`(?<!\\w)${phrase.replaceAll(/[.?*+()]/g, '\\$&').replaceAll(' ', '[\\s*/]+')}(?!\\w)`, 'gi'),
}));

const problems = [];
for (const path of files) {
  const text = readFileSync(join(root, path), 'utf8');
  const report = (index, { retired, standard }) =>
    problems.push(`${path}:${text.slice(0, index).split('\n').length}: "${retired}" is retired, write ${standard}`);
  for (const rule of names) if (path.split(/[/.]/).some((part) => rule.pattern.test(splitName(part)))) report(0, rule);
  for (const { 0: name, index } of text.matchAll(/[A-Za-z][\w$-]*/g)) {
    const split = splitName(name);
    for (const rule of names) if (rule.pattern.test(split)) report(index, rule);
  }
  for (const rule of phrases) for (const { index } of text.matchAll(rule.pattern)) report(index, rule);
}

for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exit(problems.length === 0 ? 0 : 1);
