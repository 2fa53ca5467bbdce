import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** Every boundary and every lint rule we rely on has one file that breaks it. A lint that went blind fails here. */
const violations: Record<string, { file: string; code: string; rule: string }> = {
  'ingest reaches into the pipeline': {
    file: 'packages/server/src/ingest/a.ts',
    code: `import { x } from '#pipeline/run.ts';\nexport const y = x;`,
    rule: 'no-restricted-imports',
  },
  'ingest reaches into telemetry': {
    file: 'packages/server/src/ingest/b.ts',
    code: `import { x } from '#store/telemetry/contract.ts';\nexport const y = x;`,
    rule: 'no-restricted-imports',
  },
  'the journal knows a store': {
    file: 'packages/server/src/journal/a.ts',
    code: `import { x } from '#store/state/contract.ts';\nexport const y = x;`,
    rule: 'no-restricted-imports',
  },
  'a store decides': {
    file: 'packages/server/src/store/state/a.ts',
    code: `import { x } from '../../query/range.ts';\nexport const y = x;`,
    rule: 'no-restricted-imports',
  },
  'a query uses a driver': {
    file: 'packages/server/src/query/a.ts',
    code: `import { DatabaseSync } from 'node:sqlite';\nexport const y = DatabaseSync;`,
    rule: 'no-restricted-imports',
  },
  'the pipeline uses a driver': {
    file: 'packages/server/src/pipeline/a.ts',
    code: `import { DuckDBInstance } from '@duckdb/node-api';\nexport const y = DuckDBInstance;`,
    rule: 'no-restricted-imports',
  },
  'protocol uses Node': {
    file: 'packages/protocol/src/a.ts',
    code: `import { readFileSync } from 'node:fs';\nexport const y = readFileSync;`,
    rule: 'no-restricted-imports',
  },
  'the browser SDK takes the whole protocol along': {
    file: 'packages/browser/src/a.ts',
    code: `import { parseDsn } from '@seismo/protocol';\nexport const y = parseDsn;`,
    rule: 'no-restricted-imports',
  },
  'the browser SDK uses Node': {
    file: 'packages/browser/src/b.ts',
    code: `import { hostname } from 'node:os';\nexport const y = hostname;`,
    rule: 'no-restricted-imports',
  },
  'the dashboard runs server code': {
    file: 'packages/dashboard/features/a.ts',
    code: `import { openSqliteState } from '@seismo/server/parts';\nexport const y = openSqliteState;`,
    rule: 'no-restricted-imports',
  },
  'a query opens a connection': {
    file: 'packages/server/src/query/b.ts',
    code: `import { connect, isIP } from 'node:net';\nexport const y = [connect, isIP];`,
    rule: 'no-restricted-imports',
  },
  'a command sends a request': {
    file: 'packages/server/src/command/a.ts',
    code: `export const y = () => fetch('https://example.com');`,
    rule: 'no-restricted-globals',
  },
  'a command loads a client of its own': {
    file: 'packages/server/src/command/b.ts',
    code: `import { request } from 'node:http';\nexport const y = request;`,
    rule: 'no-restricted-imports',
  },
  'the process asks a name server': {
    file: 'packages/main/src/a.ts',
    code: `import { lookup } from 'node:dns/promises';\nexport const y = lookup;`,
    rule: 'no-restricted-imports',
  },
  'a page of the dashboard sends a request': {
    file: 'packages/dashboard/app/b.tsx',
    code: `export const y = () => fetch('https://example.com');`,
    rule: 'no-restricted-globals',
  },
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

test.each(Object.entries(violations))('lint refuses: %s', (_, { file, rule }) => {
  const codes = reported.filter((diagnostic) => diagnostic.filename === file).map((diagnostic) => diagnostic.code);
  expect(
    codes.some((code) => code.includes(rule)),
    `${file}: ${codes.join(', ') || 'nothing reported'}`,
  ).toBe(true);
});
