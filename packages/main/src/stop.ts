import type { Log } from '@seismo/server/parts';

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

/** The signal handler. The first signal closes the server, a second one ends the process at once. */
export function createStop({ close, exit, log, deadlineMs = STOP_MS_MAX }: StopOptions): () => void {
  let stoppingSinceMs: number | null = null;
  const fail = (reason: string) => {
    log.error({ stage: 'stop', reason }, 'Seismo did not stop cleanly; accepted reports are safe in the journal');
    exit(1);
  };
  return () => {
    const nowMs = performance.now();
    if (stoppingSinceMs !== null && nowMs - stoppingSinceMs > SAME_SIGNAL_MS) exit(1);
    if (stoppingSinceMs !== null) return;
    stoppingSinceMs = nowMs;
    setTimeout(() => fail(`it took longer than ${deadlineMs / 1000} s`), deadlineMs).unref();
    close().then(
      () => exit(0),
      (error: unknown) => fail(error instanceof Error ? error.message : String(error)),
    );
  };
}

/** Ends the process at once, because it may not write any more. Reports that were answered wait in its journal. */
export function endWithLease(leaseLost: Promise<string>, log: Pick<Log, 'error'>): void {
  void leaseLost.then((reason) => {
    log.error({ stage: 'lease', reason }, 'stopping: this server lost its lease on the state store');
    process.exit(1);
  });
}
