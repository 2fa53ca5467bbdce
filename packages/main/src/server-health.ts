import { limits } from '@seismo/protocol';
import type { Clock, DiskSpace, Journal, ServerHealth, State } from '@seismo/server/parts';

const RESTARTS_MS = 3_600_000;

interface HealthDeps {
  space: Pick<DiskSpace, 'status'>;
  journal: Pick<Journal, 'stats'>;
  state: Pick<State, 'outboxReaders'>;
  clock: Clock;
  lostEntries: number;
}

/** Measures what owners should know about the server every few seconds, so that pages never wait for it. */
export async function watchServerHealth({ space, journal, state, clock, lostEntries }: HealthDeps) {
  let restartsAtMs: number[] = [];
  let measured = await measure();
  let measuring = false;

  async function measure(): Promise<Pick<ServerHealth, 'journal' | 'outbox'>> {
    const [stats, outbox] = await Promise.all([
      journal.stats().catch(() => null),
      state.outboxReaders().catch(() => null),
    ]);
    return { journal: stats, outbox };
  }

  const timer = setInterval(() => {
    if (measuring) return;
    measuring = true;
    void measure().then((now) => {
      measured = now;
      measuring = false;
    });
  }, limits.HEALTH_AGE_MS_MAX);
  timer.unref();

  return {
    restarted: () => void restartsAtMs.push(clock.now()),
    read(): ServerHealth {
      const atMs = clock.now();
      restartsAtMs = restartsAtMs.filter((restartedAtMs) => restartedAtMs > atMs - RESTARTS_MS);
      return { atMs, disk: space.status(), ...measured, pipelineRestarts: restartsAtMs.length, lostEntries };
    },
    stop: () => clearInterval(timer),
  };
}
