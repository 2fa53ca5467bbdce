// Checks that docs cite only existing paths and npm scripts, and that docs/dependencies.md lists every dependency.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './installed.mjs';

const problems = [];
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  ...globSync('docs/**/*.md', { cwd: root }),
  ...globSync('tests/golden/*/README.md', { cwd: root }),
];
const scripts = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts;

for (const document of documents) {
  const text = readFileSync(join(root, document), 'utf8');
  for (const [, path] of text.matchAll(/`((?:packages|tests|scripts|docs|bench|deploy)\/[\w./@[\]()-]+)`/g)) {
    if (!existsSync(join(root, path))) problems.push(`${document} cites ${path}, which does not exist.`);
  }
  for (const [, link, image] of text.matchAll(
    /\]\((?!https?:|#|mailto:)([^)#\s]+)|\bsrc(?:set)?="(?!https?:)([^"\s]+)"/g,
  )) {
    const target = link ?? image;
    if (!existsSync(join(root, document, '..', target)))
      problems.push(`${document} links to ${target}, which does not exist.`);
  }
  for (const [, script] of text.matchAll(/`npm run ([\w:-]+)/g)) {
    if (!(script in scripts)) problems.push(`${document} names "npm run ${script}", which is not a script.`);
  }
}

const explained = readFileSync(join(root, 'docs/dependencies.md'), 'utf8');
for (const manifest of [
  'package.json',
  ...globSync('packages/*/package.json', { cwd: root }),
  ...globSync('tests/**/package.json', { cwd: root, exclude: ['**/node_modules/**'] }),
]) {
  const { dependencies = {}, devDependencies = {} } = JSON.parse(readFileSync(join(root, manifest), 'utf8'));
  for (const name of Object.keys({ ...dependencies, ...devDependencies })) {
    if (!name.startsWith('@seismo/') && !explained.includes(`\`${name}\``))
      problems.push(`${manifest} depends on ${name}, which docs/dependencies.md does not explain.`);
  }
}

for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exit(problems.length === 0 ? 0 : 1);
