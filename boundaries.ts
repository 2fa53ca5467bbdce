/** The allowed imports. Lint reads this table; docs/ARCHITECTURE.md describes it. */

/** Folders of packages/server/src, each with the others it may import. All may import `platform`, which imports none. */
export const folders: Record<string, readonly string[]> = {
  platform: [],
  outgoing: [],
  journal: [],
  domain: [],
  store: ['domain', 'journal'],
  ingest: ['journal', 'store'],
  assemble: ['store'],
  symbolication: ['domain', 'store'],
  signals: ['domain', 'journal', 'pipeline', 'store', 'symbolication'],
  // Knows no kind of data: `pipeline-thread.ts` hands the table of signals in.
  pipeline: ['domain', 'journal', 'store'],
  query: ['domain', 'journal', 'signals', 'store', 'symbolication'],
  // Looks at everything from outside.
  health: ['domain', 'journal', 'outgoing', 'pipeline', 'query', 'store'],
  // Reads the outbox, and sends messages through `outgoing`.
  alerts: ['domain', 'outgoing', 'query', 'store'],
  command: ['alerts', 'assemble', 'domain', 'health', 'journal', 'outgoing', 'query', 'signals', 'store'],
  // Reads and writes all stores, and pauses the pipeline's commits.
  backup: ['journal', 'pipeline', 'store'],
  api: ['command', 'domain', 'query'],
};

/** What stays closed in a folder that may be imported; `!` opens a part again. */
export const closedParts: Record<string, readonly string[]> = {
  // Rules without I/O: a refusal is a value, the rest of the platform has effects.
  domain: ['#platform/**', '!#platform/refusal.ts'],
  // The journal is one of the stores that `open.ts` opens.
  store: [
    '#journal/**',
    '!#journal/open-threaded.ts',
    '#domain/configuration/**',
    '#domain/permissions/**',
    '!#domain/permissions/role.ts',
    '#domain/normalize/**',
  ],
  // Nothing slow on the path of a report.
  ingest: ['#store/telemetry/**', '#store/blobs/**'],
  query: ['#signals/*/steps/**', '#signals/*/steps.ts', '#signals/*/write.ts', '#domain/normalize/**'],
  command: ['#signals/*/steps/**', '#signals/*/steps.ts', '#signals/*/write.ts', '#domain/normalize/**'],
};

/** Packages, each with the packages of ours it may import at run time. Types may be imported from anywhere listed in `types`. */
export const packages: Record<string, { imports: readonly string[]; types: readonly string[] }> = {
  protocol: { imports: [], types: [] },
  // Every other import would be bytes on a customer's page.
  browser: { imports: ['@seismo/protocol/client-limits'], types: [] },
  nextjs: { imports: ['@seismo/browser', '@seismo/protocol/client-limits'], types: [] },
  server: { imports: ['@seismo/protocol'], types: [] },
  dashboard: { imports: ['@seismo/protocol', '@seismo/nextjs'], types: ['@seismo/server'] },
  main: { imports: ['@seismo/protocol', '@seismo/server', '@seismo/dashboard'], types: [] },
};

/** What `domain` may use of Node's modules, and what of the language it may not: it has no I/O, clock or randomness. */
export const pure = {
  modules: { 'node:crypto': ['createHash', 'createHmac', 'hash'], 'node:net': ['BlockList', 'isIP'] },
  closedGlobals: ['crypto', 'performance', 'process', 'setInterval', 'setTimeout'],
  closedProperties: [
    { object: 'Date', property: 'now' },
    { object: 'Math', property: 'random' },
  ],
};

/** Database drivers, each with the folders of packages/server/src that may use it. */
export const drivers: Record<string, readonly string[]> = {
  'node:sqlite': ['journal', 'platform/sqlite', 'store/state'],
  kysely: ['store/state'],
  pg: ['store/state/engines/postgres'],
  '@duckdb/node-api': ['store/telemetry'],
};

/**
 * Modules that can open a connection, each with the names that do not. Only the folder `outgoing` uses the rest.
 */
export const network: Record<string, readonly string[]> = {
  'node:net': ['BlockList', 'isIP'],
  'node:http': ['createServer'],
  'node:https': [],
  'node:http2': [],
  'node:tls': [],
  'node:dgram': [],
  'node:dns': [],
  'node:dns/promises': [],
};

/** Globals that open one, and the files of the dashboard that use them: in browsers, which ask this server. */
export const networkGlobals = ['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest'] as const;
export const browserFiles: readonly string[] = [
  'packages/dashboard/features/issue/copy-markdown.tsx',
  'packages/dashboard/features/issue/event/raw-json.tsx',
  'packages/dashboard/shell/live/live-connection.tsx',
  'packages/dashboard/lib/read.ts',
  'packages/dashboard/features/start/test-event.tsx',
];
