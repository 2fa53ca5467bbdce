import { createServer } from 'node:http';
import { BlockList, connect, type AddressInfo } from 'node:net';
import type { OrganizationId, ProjectId } from '@seismo/protocol';
import type { Journal, JournalRecord, RefusedItems } from '#journal/contract.ts';
import { openSqliteJournal } from '#journal/sqlite.ts';
import { isDiskFull, type DiskStatus } from '#platform/disk-space.ts';
import { createDayBudget, type DayBudget } from './day-budget.ts';
import { createIngest, type Ingest, type IngestConfig } from './ingest.ts';
import type { ClientKey } from './keys.ts';

/** A real HTTP server around ingest, for tests: a journal in memory, keys and a clock that the test controls. */
export interface TestServer extends AsyncDisposable {
  url: string;
  ingest: Ingest;
  clock: { now(): number; nowMs: number };
  /** The disk as ingest sees it. */
  disk: DiskStatus;
  /** Messages that ingest logged. */
  logged: string[];
  /** Projects with a report through a tunnel, once for each. */
  tunnelUsed: ProjectId[];
  /** Codes of all refusals so far. */
  refusedWith: string[];
  /** The number of key lookups in the store. */
  lookups(): number;
  journaled(): Promise<JournalRecord[]>;
  /** Refused items so far, by `project kind outcome:reason`. */
  refused(): Promise<Record<string, number>>;
  /** Sends raw bytes and returns the response once it matches, or when the connection ends. */
  raw(bytes: string | Uint8Array, until?: RegExp): Promise<string>;
}

export const publicKey = 'a1b2c3d4e5f60718293a4b5c6d7e8f90';
export const START_MS = Date.UTC(2026, 10, 21, 12);

export function clientKey(change: Partial<ClientKey> = {}): ClientKey {
  return {
    id: 1,
    projectId: 42 as ProjectId,
    organizationId: 1 as OrganizationId,
    projectSlug: 'web',
    label: 'Default',
    publicKey,
    active: true,
    rateLimit: null,
    createdAtMs: 0,
    ...change,
  };
}

export async function startTestServer(
  options: {
    keys?: ClientKey[];
    journal?: Partial<Journal>;
    config?: Partial<IngestConfig>;
    budget?: DayBudget;
  } = {},
): Promise<TestServer> {
  const journal = { ...openSqliteJournal(':memory:'), ...options.journal };
  const keys = options.keys ?? [clientKey()];
  const clock = {
    nowMs: START_MS,
    now() {
      return this.nowMs;
    },
  };
  const disk: DiskStatus = {
    isFull: false,
    freeBytes: 100,
    floorBytes: 10,
    usedBytes: 0,
    budgetBytes: 1000,
    spanBudgetBytes: 250,
  };
  const logged: string[] = [];
  const note = (_fields: object, message: string) => void logged.push(message);
  const tunnelUsed: ProjectId[] = [];
  const refusedWith: string[] = [];
  let lookups = 0;
  const ingest = createIngest({
    journal,
    state: {
      async keyByPublicKey(wanted) {
        lookups++;
        return keys.find((key) => key.publicKey === wanted) ?? null;
      },
    },
    clock,
    log: { info: note, warn: note, error: note },
    config: { tunnelPath: '/monitoring', trustedProxies: new BlockList(), tunnelSecret: null, ...options.config },
    tunnelUsed: (projectId) => void tunnelUsed.push(projectId),
    budget: options.budget ?? createDayBudget(async () => null, [], START_MS),
    space: { status: () => disk, writeFailed: async (error) => (disk.isFull = isDiskFull(error)) },
    refusedWith: (code) => void refusedWith.push(code),
  });
  const server = createServer((request, response) => {
    if (ingest.handles(request)) void ingest.handle(request, response);
    else response.writeHead(404).end('not ingest');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const records = () => journal.read({ entriesMax: 100_000, bytesMax: Number.MAX_SAFE_INTEGER });

  return {
    url: `http://127.0.0.1:${port}`,
    ingest,
    clock,
    disk,
    logged,
    tunnelUsed,
    refusedWith,
    lookups: () => lookups,
    journaled: async () => (await records()).filter(({ kind }) => kind === 'envelope'),
    async refused() {
      await ingest.close();
      const sums: Record<string, number> = {};
      for (const { kind, projectId, body } of await records()) {
        if (kind !== 'refusals') continue;
        for (const item of JSON.parse(new TextDecoder().decode(body)) as RefusedItems[]) {
          const name = `${projectId} ${item.itemKind} ${item.outcome}:${item.reason}`;
          sums[name] = (sums[name] ?? 0) + item.quantity;
        }
      }
      return sums;
    },
    raw: (bytes, until) =>
      new Promise((resolve) => {
        const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
        let answer = '';
        socket.on('data', (chunk) => {
          answer += chunk.toString('latin1');
          if (until?.test(answer)) socket.destroy();
        });
        socket.on('close', () => resolve(answer));
        // The server may reset the connection; the data before that is the response.
        socket.on('error', () => {});
      }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await ingest.close();
    },
  };
}
