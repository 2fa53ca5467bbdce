/** Who may import whom. Lint reads this table; docs/ARCHITECTURE.md draws it. */

/** Stages of packages/server, each with the other stages it may import. Everyone may import `watch`; it imports nobody. */
export const stages: Record<string, readonly string[]> = {
  watch: [],
  threads: [],
  outgoing: [],
  journal: ['threads'],
  store: ['threads'],
  ingest: ['journal', 'store'],
  assemble: ['store', 'threads'],
  symbolicate: ['store'],
  process: ['journal', 'store', 'symbolicate', 'threads'],
  query: ['journal', 'store', 'process', 'symbolicate', 'threads'],
  command: ['journal', 'store', 'query', 'process', 'assemble', 'outgoing'],
  api: ['query', 'command'],
};

/** Stages of which only these parts are open to a stage that may import it at all: nothing slow on ingest's path. */
export const closedParts: Record<string, readonly string[]> = {
  ingest: ['#store/telemetry/*', '#store/blobs/*'],
  // What a rule would do is asked before it is saved: its functions are open, the pipeline that runs them is not.
  query: ['#process/*.ts', '#process/steps/*', '#process/normalize/*'],
  command: ['#process/*.ts', '#process/steps/*', '#process/normalize/*'],
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

/** Database drivers live behind the contracts that hide them. */
export const drivers: Record<string, string> = {
  'node:sqlite': 'packages/server/src/{journal,store/state}/**',
  kysely: 'packages/server/src/store/state/**',
  '@duckdb/node-api': 'packages/server/src/store/telemetry/**',
};

/**
 * What can open a connection, each with the names of it that do not. On the server, only the stage `outgoing` uses the rest.
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
  'packages/dashboard/features/live/live-connection.tsx',
  'packages/dashboard/features/search/counted-tabs.tsx',
  'packages/dashboard/features/start/test-event.tsx',
];
