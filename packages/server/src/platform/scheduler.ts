const MINUTE_MS = 60_000;

/** A change by time alone. It is due by stored times, so a missed minute does no harm. */
export interface Job {
  everyMinutes: number;
  run(): Promise<void>;
}

/** Runs all jobs at the start and then at their intervals, one at a time. A job that fails runs again at its next time. */
export function startScheduler(jobs: readonly Job[], failed: (error: unknown) => void): { stop(): Promise<void> } {
  let minutes = 0;
  const tick = async (): Promise<void> => {
    const due = jobs.filter(({ everyMinutes }) => minutes % everyMinutes === 0);
    minutes++;
    for (const { run } of due) await run().catch(failed);
  };
  let ticking = tick();
  const timer = setInterval(() => void (ticking = ticking.then(tick)), MINUTE_MS);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await ticking;
    },
  };
}
