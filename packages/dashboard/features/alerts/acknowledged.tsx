import type { AlertView } from '@seismo/server';
import { ExactTime } from '#lib/time/exact-time.tsx';
import { Time } from '#lib/time/time.tsx';
import { Badge } from '#ui/badge.tsx';

type Acknowledging = Pick<AlertView, 'acknowledged' | 'escalatesAtMs' | 'isResolved'>;

/** For a list: whether the alert was acknowledged, waits for it, or says that its issue was resolved. */
export function AcknowledgedBadge({ alert }: { alert: Acknowledging }) {
  if (alert.isResolved) return <Badge tone="good">Resolved</Badge>;
  if (alert.acknowledged) return <Badge tone="good">Acknowledged</Badge>;
  return alert.escalatesAtMs === null ? null : <Badge tone="warning">Not acknowledged</Badge>;
}

/** For the page of the alert: by whom and when, or when others are notified. */
export function AcknowledgedNote({ alert, nowMs }: { alert: Acknowledging; nowMs: number }) {
  const { acknowledged, escalatesAtMs } = alert;
  if (acknowledged) {
    return (
      <span>
        Acknowledged {acknowledged.by === null ? '' : `by ${acknowledged.by} `}
        <Time atMs={acknowledged.atMs} nowMs={nowMs} ago />
      </span>
    );
  }
  return escalatesAtMs === null ? null : (
    <span className="text-warning">
      Others are notified at <ExactTime atMs={escalatesAtMs} to="minute" /> unless it is acknowledged
    </span>
  );
}

/** Whether it makes sense to acknowledge it: not what is over, and not what led to no message. */
export const isAcknowledgeable = ({
  acknowledged,
  isResolved,
  metric,
  matches,
}: Pick<AlertView, 'acknowledged' | 'isResolved' | 'metric' | 'matches'>): boolean =>
  acknowledged === null &&
  !isResolved &&
  metric?.level !== 'ok' &&
  matches.some(({ suppressed }) => suppressed === null);
