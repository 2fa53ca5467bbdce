import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../e2e/free-port.ts';

export interface ServerProcess {
  child: ChildProcess;
  url: string;
  startedInMs: number;
  /** Resolves when the process has ended for any reason. */
  gone: Promise<void>;
  /** Stops the server as an operator does. */
  stop(): Promise<void>;
}

/** Starts the server on a data directory, optionally with a fail point. Resolves when it accepts reports. */
export async function startServerProcess(
  dataDir: string,
  failAt: string | null,
  stateUrl: string | null = null,
  pipelineThreads = 1,
): Promise<ServerProcess> {
  const port = await freePort();
  const startedAt = performance.now();
  const child = spawn(process.execPath, [join(import.meta.dirname, 'server.ts')], {
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      SEISMO_DATA_DIR: dataDir,
      SEISMO_STATE_URL: stateUrl ?? '',
      SEISMO_PIPELINE_THREADS: String(pipelineThreads),
      ...(failAt && { FAIL_AT: failAt }),
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const gone = once(child, 'exit').then(() => {});
  // A fail point may end the server before it is ready; that round counts, too.
  await Promise.race([once(child.stdout!, 'data'), gone]);
  const stop = async () => {
    child.kill('SIGTERM');
    await gone;
  };
  return { child, url: `http://127.0.0.1:${port}`, startedInMs: performance.now() - startedAt, gone, stop };
}

/** Resolves when the server has processed everything in its journal. */
export async function drained(url: string): Promise<void> {
  for (;;) {
    const metrics = await (await fetch(`${url}/metrics`)).text();
    if (/^seismo_journal_entries 0$/m.test(metrics)) return;
    await sleep(20);
  }
}
