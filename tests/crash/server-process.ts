import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../e2e/free-port.ts';

/** A program of this folder, as `scripts/build-server.mjs --tests` bundled it. */
export const builtProgram = (name: 'server' | 'count-shop' | 'outbox-reader') =>
  join(import.meta.dirname, `../../packages/main/.cache/${name}.js`);

export interface ServerProcess {
  child: ChildProcess;
  url: string;
  startedInMs: number;
  /** `false`: it ended before it accepted reports. */
  isReady: boolean;
  /** Resolves with the log when the process has ended for any reason. */
  gone: Promise<string>;
  /** Stops the server as an operator does. */
  stop(): Promise<string>;
}

export interface ServerProcessOptions {
  /** The fail point at which it kills itself. */
  failAt?: string | null;
  stateUrl?: string | null;
  pipelineThreads?: number;
  /** By default, a share of the disk. */
  diskBudget?: string;
  /** Further variables of the environment. */
  settings?: Record<string, string>;
  /** Of `server.ts`. */
  flags?: string[];
}

/** Starts the server on a data directory. Resolves when it accepts reports or has ended. */
export async function startServerProcess(
  dataDir: string,
  {
    failAt = null,
    stateUrl = null,
    pipelineThreads = 1,
    diskBudget,
    settings = {},
    flags = [],
  }: ServerProcessOptions = {},
): Promise<ServerProcess> {
  const port = await freePort();
  const startedAt = performance.now();
  const child = spawn(process.execPath, [builtProgram('server'), ...flags], {
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      SEISMO_DATA_DIR: dataDir,
      SEISMO_STATE_URL: stateUrl ?? '',
      SEISMO_PIPELINE_THREADS: String(pipelineThreads),
      SEISMO_DISK_FLOOR: '0',
      ...(diskBudget && { SEISMO_DISK_BUDGET: diskBudget }),
      ...settings,
      ...(failAt && { FAIL_AT: failAt }),
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let log = '';
  child.stderr!.on('data', (text: Buffer) => {
    log += text.toString();
    process.stderr.write(text);
  });
  const gone = once(child, 'close').then(() => log);
  const ready = once(child.stdout!, 'data').then(() => true);
  const isReady = await Promise.race([ready, gone.then(() => false)]);
  const stop = () => {
    child.kill('SIGTERM');
    return gone;
  };
  return { child, url: `http://127.0.0.1:${port}`, startedInMs: performance.now() - startedAt, isReady, gone, stop };
}

/** Resolves when the server has processed everything in its journal. */
export async function drained(url: string): Promise<void> {
  for (;;) {
    const metrics = await (await fetch(`${url}/metrics`)).text();
    if (/^seismo_journal_entries 0$/m.test(metrics)) return;
    await sleep(50);
  }
}
