import type { AlertView, DeliveryView } from '@seismo/server';
import { deliveryStatusNames } from './outcome.ts';

export interface Step {
  text: string;
  /** The answer of the receiver, or `''`. */
  detail: string;
  atMs: number;
  /** The time since the first step: `+1.2 s`. */
  after: string;
}

/** What happened to a message, in order, so that any delay can be explained. */
export function stepsOf(
  alert: Pick<AlertView, 'release' | 'happenedAtMs' | 'decidedAtMs' | 'isAtWindowEnd' | 'isResolved'>,
  { isEscalation, queuedAtMs, dueAtMs, status, endedAtMs, attempts }: DeliveryView,
): Step[] {
  const { happenedAtMs, decidedAtMs } = alert;
  const steps: Omit<Step, 'after'>[] = [
    { text: beginningOf(alert), detail: '', atMs: happenedAtMs },
    { text: alert.isResolved ? 'The rule reports it.' : 'The rule fired.', detail: '', atMs: decidedAtMs },
  ];
  if (isEscalation) steps.push({ text: 'It was not acknowledged in time.', detail: '', atMs: queuedAtMs });
  // A message can take in several alerts: it may have been queued for an earlier one.
  if (queuedAtMs < decidedAtMs) steps.push({ text: 'Added to a waiting message.', detail: '', atMs: decidedAtMs });
  else steps.push({ text: 'Queued.', detail: '', atMs: queuedAtMs });
  const isOver = status === 'sent' || status === 'canceled';
  for (const [index, { number, startedAtMs, endedAtMs: ended, answer }] of attempts.entries()) {
    const isLast = index === attempts.length - 1;
    steps.push({ text: `Attempt ${number} started.`, detail: '', atMs: startedAtMs });
    if (ended !== null) {
      const text = isOver && isLast ? `${deliveryStatusNames[status]}.` : `Attempt ${number} failed.`;
      steps.push({ text, detail: answer, atMs: ended });
    } else if (status !== 'sending' || !isLast) {
      steps.push({ text: `Attempt ${number} was cut short: the server stopped.`, detail: '', atMs: startedAtMs });
    }
  }
  if (status === 'queued') steps.push({ text: 'Next attempt.', detail: '', atMs: dueAtMs });
  if (status === 'canceled' && endedAtMs !== null && attempts.at(-1)?.endedAtMs !== endedAtMs)
    steps.push({ text: 'Canceled.', detail: '', atMs: endedAtMs });
  return steps.map((step) => ({ ...step, after: elapsed(step.atMs - happenedAtMs) }));
}

function beginningOf({
  release,
  isAtWindowEnd,
  isResolved,
}: Pick<AlertView, 'release' | 'isAtWindowEnd' | 'isResolved'>): string {
  if (release !== null) return 'The release was measured.';
  if (isResolved) return 'The issue was resolved.';
  return isAtWindowEnd ? 'The time range ended.' : 'The issue changed.';
}

/** `+0.4 s`, `+12 s`, `+3 min`, `+5 h`. */
function elapsed(ms: number): string {
  if (ms < 10_000) return `+${(Math.max(0, ms) / 1000).toFixed(1)} s`;
  if (ms < 60_000) return `+${Math.round(ms / 1000)} s`;
  if (ms < 3_600_000) return `+${Math.round(ms / 60_000)} min`;
  return `+${Math.round(ms / 3_600_000)} h`;
}
