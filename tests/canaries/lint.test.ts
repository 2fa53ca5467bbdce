import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closedParts, drivers, folders, network, networkGlobals, packages, pure } from '../../boundaries.ts';

interface Violation {
  file: string;
  code: string;
  rule: string;
}

const importing = (file: string, specifier: string): Violation => ({
  file,
  code: `import { x } from '${specifier}';\nexport const y = x;`,
  rule: 'no-restricted-imports',
});

/** A file that crosses each boundary of `boundaries.ts`, by the kind of violation. */
function crossings(): Record<string, Violation> {
  const found: Record<string, Violation> = {};
  let count = 0;
  const add = (what: string, folder: string, specifier: string, extension = 'ts') => {
    found[what] = importing(`${folder}/canary-${(count += 1)}.${extension}`, specifier);
  };
  const server = (name: string) => `packages/server/src/${name}`;
  for (const [name, mayImport] of Object.entries(folders)) {
    for (const other of Object.keys(folders)) {
      if (other === name || other === 'platform' || mayImport.includes(other)) continue;
      add(`${name} imports ${other}`, server(name), `#${other}/a.ts`);
      add(`${name} imports ${other} by a relative path`, server(name), `../${other}/a.ts`);
    }
    for (const part of (closedParts[name] ?? []).filter((pattern) => !pattern.startsWith('!'))) {
      add(`${name} imports ${part}`, server(name), part.replaceAll('**', 'a/b.ts').replaceAll('*', 'a'));
    }
    for (const other of ['@seismo/dashboard', '@seismo/main', 'next', 'react']) {
      add(`${name} imports ${other}`, server(name), other);
    }
    for (const [driver, homes] of Object.entries(drivers)) {
      if (!homes.some((home) => home.startsWith(name))) add(`${name} uses ${driver}`, server(name), driver);
    }
    for (const module of name === 'outgoing' ? [] : Object.keys(network)) {
      add(`${name} uses ${module}`, server(name), module);
    }
  }
  const ours = [
    '@seismo/protocol',
    '@seismo/browser',
    '@seismo/nextjs',
    '@seismo/server',
    '@seismo/dashboard',
    '@seismo/main',
  ];
  for (const [name, { imports }] of Object.entries(packages)) {
    const folder = `packages/${name}${name === 'dashboard' ? '/lib' : '/src'}`;
    if (name !== 'server') {
      for (const other of ours.filter((one) => !imports.includes(one))) add(`${name} imports ${other}`, folder, other);
      for (const driver of Object.keys(drivers)) add(`${name} uses ${driver}`, folder, driver);
    }
    if (name === 'protocol' || name === 'browser') {
      for (const module of ['node:fs', 'node:fs/promises']) add(`${name} uses ${module}`, folder, module);
    }
    if (name === 'main' || name === 'dashboard') {
      for (const module of Object.keys(network)) add(`${name} uses ${module}`, folder, module);
    }
  }
  for (const name of networkGlobals) {
    for (const folder of [server('command'), 'packages/main/src', 'packages/dashboard/app']) {
      const file = `${folder}/canary-${(count += 1)}.ts`;
      found[`${folder} uses ${name}`] = { file, code: `export const x = ${name};`, rule: 'no-restricted-globals' };
    }
  }
  const rules = server('domain');
  for (const module of [
    'node:child_process',
    'node:fs',
    'node:fs/promises',
    'node:worker_threads',
    ...Object.keys(pure.modules),
  ]) {
    add(`domain uses ${module}`, rules, module);
  }
  for (const name of [...networkGlobals, ...pure.closedGlobals]) {
    const file = `${rules}/canary-${(count += 1)}.ts`;
    found[`domain uses ${name}`] = { file, code: `export const x = ${name};`, rule: 'no-restricted-globals' };
  }
  for (const { object, property } of pure.closedProperties) {
    const [file, code] = [`${rules}/canary-${(count += 1)}.ts`, `export const x = ${object}.${property}();`];
    found[`domain uses ${object}.${property}`] = { file, code, rule: 'no-restricted-properties' };
  }
  return found;
}

/** Lint rules that we rely on beside the boundaries. */
const violations: Record<string, Violation> = {
  ...crossings(),
  'a promise is left alone': {
    file: 'packages/server/src/platform/a.ts',
    code: `async function f(): Promise<void> {}\nexport function g(): void {\n  f();\n}`,
    rule: 'no-floating-promises',
  },
  'any is used': {
    file: 'packages/server/src/platform/b.ts',
    code: `export const x = (y: any): unknown => y;`,
    rule: 'no-explicit-any',
  },
  'a test is focused': {
    file: 'packages/server/src/platform/c.test.ts',
    code: `import { test } from 'vitest';\ntest.only('x', () => {});`,
    rule: 'no-focused-tests',
  },
};

const root = join(import.meta.dirname, '../..');
let folder: string;
let reported: { filename: string; code: string }[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'seismo-lint-'));
  for (const name of ['oxlint.config.ts', 'boundaries.ts', 'tsconfig.base.json', 'package.json', '.gitignore'])
    await cp(join(root, name), join(folder, name));
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: './tsconfig.base.json', include: ['packages'] }),
  );
  for (const { file, code } of Object.values(violations)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), `${code}\n`);
  }
  const output = await new Promise<string>((resolve) => {
    execFile(
      process.execPath,
      [join(root, 'node_modules/oxlint/bin/oxlint'), '-f', 'json', 'packages'],
      { cwd: folder },
      (_, stdout) => resolve(stdout),
    );
  });
  reported = (JSON.parse(output) as { diagnostics: typeof reported }).diagnostics;
});

afterAll(() => rm(folder, { recursive: true }));

test('every boundary has a canary', () => {
  expect(Object.keys(violations).length).toBeGreaterThan(300);
});

test.each(Object.entries(violations))('lint refuses: %s', (_, { file, rule }) => {
  const codes = reported.filter((diagnostic) => diagnostic.filename === file).map((diagnostic) => diagnostic.code);
  expect(
    codes.some((code) => code.includes(rule)),
    `${file}: ${codes.join(', ') || 'nothing reported'}`,
  ).toBe(true);
});
