import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';

export interface ServerProcess {
  child: ChildProcess;
  url: string;
  startedInMs: number;
  /** Resolves when the process has ended for any reason. */
  gone: Promise<void>;
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
  // A fail point may end it before it is ready; that round counts, too.
  await Promise.race([once(child.stdout!, 'data'), gone]);
  return { child, url: `http://127.0.0.1:${port}`, startedInMs: performance.now() - startedAt, gone };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
