import { limits } from '@seismo/protocol';
import type { Outgoing } from '#outgoing/outgoing.ts';
import { failPoint } from '#platform/fail-point.ts';
import { startScheduler } from '#platform/scheduler.ts';
import type { QueryDeps } from '#query/deps.ts';
import type { ServerHealth } from '#query/stats/attention.ts';
import { startOutboxReader, type RunningOutboxReader } from '#store/state/outbox/reader.ts';
import { createEmail, type SendEmail } from './channels/email.ts';
import { decide } from './decide.ts';
import { evaluateRules } from './evaluate.ts';
import { escalate } from './escalate.ts';
import { measureReleases } from './measure-releases.ts';
import { startDeliverer, type Deliverer } from './deliver.ts';
import { followAttempt, reportSilentChannels } from './channel-health.ts';
import { send } from './send.ts';
import { reportServerProblems } from './server-problems.ts';
import { queueWeeklyReports } from './weekly-report.ts';

export interface AlertsDeps extends QueryDeps {
  config: QueryDeps['config'] & { mail: { smtpUrl: URL; from: string } | null };
  outgoing: Outgoing;
  random(): number;
  /** How long the oldest report that is not processed has waited. */
  lagMs(): Promise<number>;
  serverHealth(): ServerHealth;
  /** Rows of the outbox were read. */
  read(rows: number): void;
  failed(stage: 'alerts' | 'delivery', error: unknown): void;
}

export interface RunningAlerts {
  deliverer: Deliverer;
  /** For mail about accounts, which is not queued. */
  sendEmail: SendEmail;
  /** Another thread of this process has published. */
  wake: RunningOutboxReader['wake'];
  /** Resolves when everything until now is measured and decided, and sent if it is due. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

/** Decides from the outbox what to report to whom, and delivers it. */
export async function startAlerts({
  outgoing,
  random,
  lagMs,
  serverHealth,
  read,
  failed,
  ...deps
}: AlertsDeps): Promise<RunningAlerts> {
  const { state, telemetry, clock, config } = deps;
  const { paused } = outgoing;
  const sendEmail = createEmail({
    smtpUrl: config.mail?.smtpUrl ?? null,
    from: config.mail?.from ?? '',
    publicUrl: config.publicUrl,
    outgoing,
    now: clock.now,
  });
  const health = () => ({ hasEmail: config.mail !== null, nowMs: clock.now() });
  const deliverer = await startDeliverer({
    state,
    clock,
    send: (delivery) => send({ state, telemetry, config, clock, outgoing, sendEmail }, delivery),
    ended: (tx, delivery, attempt) => followAttempt(health(), tx, delivery, attempt),
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
  const trimMaintenance = () =>
    state.write((tx) => tx.trimMaintenanceWindows(clock.now() - limits.MAINTENANCE_WINDOW_AGE_MS_MAX));
  const trim = () =>
    state.write((tx) => tx.trimAlerts(clock.now() - limits.ALERT_AGE_MS_MAX, limits.ALERT_TRIM_COUNT_MAX));
  const trimThreads = () => state.write((tx) => tx.trimChannelThreads(clock.now() - limits.CHANNEL_THREAD_AGE_MS_MAX));
  const trimBrowsers = () => state.write((tx) => tx.trimBrowsers(clock.now()));
  const proveChannels = async () => {
    if ((await paused()) !== null) return;
    const projects = await state.allProjects();
    const channels = await state.listChannels([...new Set(projects.map(({ organizationId }) => organizationId))]);
    await state.write((tx) => reportSilentChannels(health(), tx, channels));
    deliverer.wake();
  };
  const reportProblems = async () => {
    if ((await paused()) !== null) return;
    const { hasEmail, nowMs } = health();
    if (await reportServerProblems({ state, hasEmail, nowMs, health: serverHealth() })) deliverer.wake();
  };
  const evaluate = async () => {
    const hasAlerts = await evaluateRules({ ...deps, paused, lagMs, failed: (error) => failed('alerts', error) });
    const hasEscalations = await escalate({ ...deps, paused });
    if (hasAlerts || hasEscalations) deliverer.wake();
  };
  let evaluating = Promise.resolve();
  const evaluator = setInterval(() => {
    evaluating = evaluating.then(evaluate).catch((error: unknown) => failed('alerts', error));
  }, limits.ALERT_EVALUATION_INTERVAL_MS);
  evaluator.unref();
  const measure = async () => {
    const measuring = { ...deps, paused, lagMs, failed: (error: unknown) => failed('alerts', error) };
    if (await measureReleases(measuring)) deliverer.wake();
  };
  const reportWeeks = async () => {
    if (await queueWeeklyReports({ ...deps, paused })) deliverer.wake();
  };
  const hourly = [trim, trimMaintenance, trimThreads, trimBrowsers, proveChannels].map((run) => ({
    everyMinutes: 60,
    run,
  }));
  const steps = [
    { everyMinutes: 1, run: reportProblems },
    { everyMinutes: 1, run: measure },
    { everyMinutes: 15, run: reportWeeks },
    ...hourly,
  ];
  const scheduler = startScheduler(steps, (error) => failed('delivery', error));
  return {
    deliverer,
    sendEmail: (message, to) =>
      sendEmail(message, to).catch((error: unknown) => {
        failed('delivery', error);
        const answer = 'Not sent, see the log of the server.';
        return { isSent: false, answer, isPermanent: false, retryAfterMs: null };
      }),
    wake: reader.wake,
    async settled() {
      await reader.caughtUp();
      await evaluate();
      await measure();
      await deliverer.settled();
    },
    async stop() {
      clearInterval(evaluator);
      await evaluating;
      await scheduler.stop();
      await reader.stop();
      await deliverer.stop();
    },
  };
}
