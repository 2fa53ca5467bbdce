import { fork, type ChildProcess } from 'node:child_process';
import type { CompiledQuery } from 'kysely';
import { limits, type UserId } from '@seismo/protocol';
import { threadEntry } from '#platform/threads/entry.ts';
import { SearchLimitExceeded } from '#domain/search/search-limit-exceeded.ts';
import { createTurns } from '../../search/turns.ts';
import type { SearchResponse, SearchRequest } from './search-process.ts';

/**
 * Runs slow reads in separate processes, because the only way to stop a statement of SQLite is to end its process. A
 * process is started for a search and ends when it has been idle for a while.
 */
export interface Searcher {
  search<Row>(query: CompiledQuery<Row>, requestedBy: UserId | null): Promise<Row[]>;
  close(): void;
}

export interface SearcherOptions {
  /** How long a search may take. */
  msMax?: number;
  idleMsMax?: number;
}

export function openSearcher(
  path: string,
  { msMax = limits.SEARCH_MS_MAX, idleMsMax = limits.SEARCH_PROCESS_IDLE_MS_MAX }: SearcherOptions = {},
): Searcher {
  const processes = new Set<SearchProcess>();
  const free: SearchProcess[] = [];
  const turns = createTurns();

  function start(): SearchProcess {
    const started = new SearchProcess(path, () => {
      processes.delete(started);
      if (free.includes(started)) free.splice(free.indexOf(started), 1);
    });
    processes.add(started);
    return started;
  }

  return {
    search: <Row>({ sql, parameters }: CompiledQuery<Row>, requestedBy: UserId | null) =>
      turns.take(requestedBy, async () => {
        const process = free.pop() ?? start();
        try {
          return (await process.run({ sql, parameters }, msMax)) as Row[];
        } finally {
          if (processes.has(process)) {
            free.push(process);
            process.endAfter(idleMsMax);
          }
        }
      }),
    close() {
      turns.close();
      for (const process of processes) process.end();
    },
  };
}

/** A process that runs one search at a time. A signal can end it at any time, because it has nothing to clean up. */
class SearchProcess {
  readonly #child: ChildProcess;
  readonly #ready: Promise<void>;
  readonly #ended: () => void;
  #pending: PromiseWithResolvers<unknown[]> | null = null;
  #stoppedFor: 'time' | null = null;
  #idle: NodeJS.Timeout | undefined;

  constructor(path: string, ended: () => void) {
    const child = fork(threadEntry('search-process', import.meta.url), [path], {
      // An empty environment and no arguments of the server.
      env: { NODE_ENV: 'production' },
      execArgv: [`--max-old-space-size=${limits.SEARCH_PROCESS_BYTES_MAX / 2 ** 20}`],
      serialization: 'advanced',
      // Never written. The process ends when its input closes, which happens when this process ends.
      stdio: ['pipe', 'ignore', 'inherit', 'ipc'],
    });
    this.#child = child;
    this.#ended = ended;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#ready = promise;
    // The caller gets the error.
    promise.catch(() => {});
    child.on('message', (response: SearchResponse) => {
      if (response === 'ready') return resolve();
      const pending = this.#pending;
      this.#pending = null;
      if ('rows' in response) pending?.resolve(response.rows);
      else pending?.reject(new Error(response.error));
    });
    const gone = (why: string) => {
      clearTimeout(this.#idle);
      ended();
      reject(new Error(`The search process could not be started (${why}).`));
      // A process that was not stopped ran out of memory: nothing else ends it.
      this.#pending?.reject(new SearchLimitExceeded(this.#stoppedFor ?? 'memory'));
      this.#pending = null;
    };
    child.on('error', (error) => gone(error.message));
    child.on('exit', (code, signal) => gone(String(signal ?? code)));
    child.stdin!.on('error', () => {});
    child.unref();
    (child.stdin as unknown as { unref(): void }).unref();
    child.channel!.unref();
  }

  async run(request: SearchRequest, msMax: number): Promise<unknown[]> {
    clearTimeout(this.#idle);
    this.#child.channel?.ref();
    let late: NodeJS.Timeout | undefined;
    try {
      await this.#ready;
      const pending = Promise.withResolvers<unknown[]>();
      this.#pending = pending;
      const stop = () => {
        if (this.#pending !== pending) return;
        this.#stoppedFor = 'time';
        this.end();
      };
      // A response that arrived while this thread was busy is read first.
      late = setTimeout(() => setImmediate(stop), msMax);
      this.#child.send(request);
      return await pending.promise;
    } finally {
      clearTimeout(late);
      this.#child.channel?.unref();
    }
  }

  endAfter(idleMs: number): void {
    this.#idle = setTimeout(() => this.end(), idleMs).unref();
  }

  end(): void {
    // Before it exits, so that no caller uses it any more.
    this.#ended();
    this.#child.kill('SIGKILL');
  }
}
