import { limits } from '@seismo/protocol';
import { lastBackup, pausedSinceRestore, scheduleStatus } from '@seismo/server/parts';
import type { Backups, Clock, DiskSpace, Journal, ServerHealth, State } from '@seismo/server/parts';
import type { BackupSchedule } from './scheduled-backups.ts';

const RESTARTS_MS = 3_600_000;

interface HealthDeps {
  space: Pick<DiskSpace, 'status'>;
  journal: Pick<Journal, 'stats'>;
  state: Pick<State, 'outboxReaders' | 'setting'>;
  clock: Clock;
  lostEntries: number;
  schedule: { folder: string; everyMs: number; keepMs: number } | null;
}

/** Measures what owners should know about the server every few seconds, so that pages never wait for it. */
export async function watchServerHealth({ space, journal, state, clock, lostEntries, schedule }: HealthDeps) {
  let backups: Pick<Backups, 'progress'> & Pick<BackupSchedule, 'failure'> = {
    failure: () => null,
    progress: () => null,
  };
  let restartsAtMs: number[] = [];
  let measured = await measure();
  let measuring: Promise<void> | null = null;

  async function measure(): Promise<
    Pick<ServerHealth, 'journal' | 'outbox' | 'restored'> & Pick<ServerHealth['backups'], 'last' | 'schedule'>
  > {
    const [stats, outbox, last, scheduled, restored] = await Promise.all([
      journal.stats().catch(() => null),
      state.outboxReaders().catch(() => null),
      lastBackup(state, clock.now()).catch(() => null),
      measureSchedule(),
      pausedSinceRestore(state).catch(() => null),
    ]);
    return { journal: stats, outbox, last, schedule: scheduled, restored };
  }

  async function measureSchedule(): Promise<ServerHealth['backups']['schedule']> {
    if (schedule === null) return null;
    const unknown = { lastAtMs: null, isOverdue: false };
    return { ...schedule, ...(await scheduleStatus(state, schedule, clock.now()).catch(() => unknown)) };
  }

  async function renew(): Promise<void> {
    measured = await measure();
  }

  const timer = setInterval(() => {
    measuring ??= renew().finally(() => (measuring = null));
  }, limits.HEALTH_AGE_MS_MAX);
  timer.unref();

  return {
    watchBackups: (running: typeof backups) => void (backups = running),
    restarted: () => void restartsAtMs.push(clock.now()),
    read(): ServerHealth {
      const atMs = clock.now();
      restartsAtMs = restartsAtMs.filter((restartedAtMs) => restartedAtMs > atMs - RESTARTS_MS);
      const { last, schedule: scheduled, ...others } = measured;
      return {
        atMs,
        disk: space.status(),
        ...others,
        pipelineRestarts: restartsAtMs.length,
        lostEntries,
        backups: { last, failure: backups.failure(), progress: backups.progress(), schedule: scheduled },
      };
    },
    /** Measures now. */
    async renew() {
      // It may have begun before.
      await measuring;
      await renew();
    },
    stop: () => clearInterval(timer),
  };
}
