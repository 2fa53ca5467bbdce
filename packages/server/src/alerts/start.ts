import { limits } from '@seismo/protocol';
import type { Outgoing } from '#outgoing/outgoing.ts';
import { failPoint } from '#platform/fail-point.ts';
import { startScheduler } from '#platform/scheduler.ts';
import type { QueryDeps } from '#query/deps.ts';
import { startOutboxReader, type RunningOutboxReader } from '#store/state/outbox/reader.ts';
import { createEmail } from './channels/email.ts';
import { decide } from './decide.ts';
import { startDeliverer, type Deliverer } from './deliver.ts';
import { readMessage } from './read-message.ts';

export interface AlertsDeps extends QueryDeps {
  config: QueryDeps['config'] & { mail: { smtpUrl: URL; from: string } | null };
  outgoing: Outgoing;
  random(): number;
  /** Rows of the outbox were read. */
  read(rows: number): void;
  failed(stage: 'alerts' | 'delivery', error: unknown): void;
}

export interface RunningAlerts {
  deliverer: Deliverer;
  /** Another thread of this process has published. */
  wake: RunningOutboxReader['wake'];
  /** Resolves when everything until now is decided, and sent if it is due. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

/** Decides what to report from the outbox, and delivers it. */
export async function startAlerts({ outgoing, random, read, failed, ...deps }: AlertsDeps): Promise<RunningAlerts> {
  const { state, clock, config } = deps;
  const { paused } = outgoing;
  const email = createEmail({
    smtpUrl: config.mail?.smtpUrl ?? null,
    from: config.mail?.from ?? '',
    publicUrl: config.publicUrl,
    outgoing,
    now: clock.now,
  });
  const deliverer = await startDeliverer({
    state,
    clock,
    email,
    readMessage: (delivery) => readMessage({ state, config }, delivery),
    paused,
    random,
    failed: (error) => failed('delivery', error),
  });
  const reader = await startOutboxReader(state, {
    name: 'alerts',
    async read(rows) {
      read(rows.length);
      const effect = await decide({ ...deps, paused }, rows);
      if (effect === null) return null;
      return {
        async write(tx) {
          await effect(tx);
          failPoint('alerts:decided');
        },
        written() {
          failPoint('alerts:queued');
          deliverer.wake();
        },
      };
    },
    failed: (error) => failed('alerts', error),
  });
  const trim = () =>
    state.write((tx) => tx.trimAlerts(clock.now() - limits.ALERT_AGE_MS_MAX, limits.ALERT_TRIM_COUNT_MAX));
  const scheduler = startScheduler([{ everyMinutes: 60, run: trim }], (error) => failed('delivery', error));
  return {
    deliverer,
    wake: reader.wake,
    async settled() {
      await reader.caughtUp();
      await deliverer.settled();
    },
    async stop() {
      await scheduler.stop();
      await reader.stop();
      await deliverer.stop();
    },
  };
}
