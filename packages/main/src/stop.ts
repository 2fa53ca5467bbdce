import type { Log } from '@seismo/server/parts';
import type { RunningServer } from './server.ts';

/** A server that takes longer to stop is ended. What is not processed by then waits in the journal. */
const STOP_MS_MAX = 20_000;
/** Terminals and systemd signal every process of a group, and `npm start` passes its own signal on. */
const SAME_SIGNAL_MS = 500;

interface StopOptions {
  close(): Promise<void>;
  exit(code: number): void;
  log: Pick<Log, 'error'>;
  deadlineMs?: number;
}

/**
 * Returns what stops the process. The first call closes the server and exits with the given code; a second one exits at once.
 * Exiting while worker threads run would let native code crash, and the exit code would be lost.
 */
export function createStop({ close, exit, log, deadlineMs = STOP_MS_MAX }: StopOptions): (exitCode: number) => void {
  let stoppingSinceMs: number | null = null;
  const fail = (reason: string) => {
    log.error({ stage: 'stop', reason }, 'Seismo did not stop cleanly; accepted reports are safe in the journal');
    exit(1);
  };
  return (exitCode) => {
    const nowMs = performance.now();
    if (stoppingSinceMs !== null && nowMs - stoppingSinceMs > SAME_SIGNAL_MS) exit(1);
    if (stoppingSinceMs !== null) return;
    stoppingSinceMs = nowMs;
    setTimeout(() => fail(`it took longer than ${deadlineMs / 1000} s`), deadlineMs).unref();
    close().then(
      () => exit(exitCode),
      (error: unknown) => fail(error instanceof Error ? error.message : String(error)),
    );
  };
}

/** Stops on SIGINT and SIGTERM, and with exit code 1 when the server cannot go on. */
export function stopOnSignal(server: Pick<RunningServer, 'close' | 'broke'>, log: Pick<Log, 'error'>): void {
  const stop = createStop({ close: server.close, exit: (code) => process.exit(code), log });
  process.on('SIGINT', () => stop(0));
  process.on('SIGTERM', () => stop(0));
  onEndOfNpm(() => stop(0));
  void server.broke.then(({ stage, reason, message }) => {
    log.error({ stage, reason }, `stopping: ${message}`);
    stop(1);
  });
}

/** With `npx`, the end of the parent process counts as a signal, because npm and its shell do not forward signals. */
function onEndOfNpm(stop: () => void): void {
  if (!process.env['npm_lifecycle_event']) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop();
  }, 250);
  watch.unref();
}
