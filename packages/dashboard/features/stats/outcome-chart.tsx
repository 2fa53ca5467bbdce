import type { OutcomesView } from '@seismo/server';
import { TimeSeries } from '#charts/time-series.tsx';
import { colorOf, outcomeSeries, outcomeNames } from './ledger.ts';

/** Items per bucket, stacked by outcome. A bar links to its time. */
export function OutcomeChart({ ledger, href, nowMs }: { ledger: OutcomesView; href: string; nowMs: number }) {
  return (
    <TimeSeries
      fromMs={ledger.fromMs}
      bucketMs={ledger.bucketMs}
      nowMs={nowMs}
      series={outcomeSeries(ledger.series).map(({ outcome, values }) => ({
        name: outcomeNames[outcome] ?? outcome,
        color: colorOf(outcome),
        values,
      }))}
      unit="item"
      caption="Items by outcome over time"
      height={120}
      href={href}
      zoomsOnClick
    />
  );
}
