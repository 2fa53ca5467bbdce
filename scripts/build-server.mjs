// Bundles the server, one file per thread and process: it starts in half the time and needs 40 MB less than from sources,
// which every thread would load and strip again (docs/decisions/0005-built-server.md). `--tests` bundles what
// tests start instead, which is hundreds of servers, commands and threads.
import { join } from 'node:path';
import { root } from './installed.mjs';

const { build } = await import('esbuild');

const [programs, outdir] = process.argv.includes('--tests')
  ? [
      [
        'packages/main/src/main.ts',
        ...['server', 'count-shop', 'outbox-reader'].map((name) => `tests/crash/${name}.ts`),
      ],
      'packages/main/.cache',
    ]
  : [['packages/main/src/main.ts'], 'packages/main/dist'];

await build({
  entryPoints: [
    ...programs,
    'packages/server/src/journal/journal-thread.ts',
    'packages/server/src/store/telemetry/telemetry-thread.ts',
    'packages/server/src/pipeline-thread.ts',
    'packages/server/src/assemble/assemble-thread.ts',
    'packages/server/src/query/query-thread.ts',
    'packages/server/src/backup/backup-thread.ts',
    'packages/server/src/store/state/engines/sqlite/search-process.ts',
  ],
  absWorkingDir: root,
  outdir: join(root, outdir),
  entryNames: '[name]',
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  sourcemap: 'linked',
  sourcesContent: false,
  minifySyntax: true,
  // V8 keeps the text of every loaded file in memory, of the main one as UTF-16: 11 MB less.
  minifyWhitespace: true,
  legalComments: 'none',
  // A native module, and a framework that resolves its own files. Passkeys, OpenID Connect and PostgreSQL need large
  // modules that most starts never load.
  external: ['@duckdb/node-api', 'next', '@simplewebauthn/server', 'openid-client', 'pg'],
  // Some packages are CommonJS inside and call `require` for Node's own modules.
  banner: {
    js: "import { createRequire as seismoRequire } from 'node:module';\nconst require = seismoRequire(import.meta.url);",
  },
  logLevel: 'warning',
});
