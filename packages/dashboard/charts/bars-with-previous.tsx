import type { Series } from '@seismo/server';
import type { ReactNode } from 'react';
import { ExactTime } from '#lib/time/exact-time.tsx';
import { seriesEnd, AxisEnds, Plot } from './plot.tsx';

const [width, height] = [560, 88];

interface Props {
  series: Series;
  previous: number[];
  unit: string;
  nowMs: number;
  /** Wraps the bars, for example in a zoom area. */
  wrap?: (bars: ReactNode) => ReactNode;
}

/** Counts over time as bars, with a line for the previous period. A hidden table has the same numbers. */
export function BarsWithPrevious({ series, previous, unit, nowMs, wrap = (bars) => bars }: Props) {
  const { values, fromMs, bucketMs } = series;
  const most = Math.max(1, ...values, ...previous);
  const step = width / Math.max(1, values.length);
  const level = (value: number) => height - 1 - (value / most) * (height - 3);
  const end = seriesEnd(series, values.length, nowMs);
  const hasBefore = previous.some((value) => value > 0);
  const line = previous
    .map((value, index) => `${index === 0 ? 'M' : 'L'}${index * step} ${level(value)}h${step}`)
    .join('');
  return (
    <>
      <div className="relative h-22">
        {wrap(
          <Plot width={width} height={height}>
            {values.map((value, index) =>
              value > 0 ? (
                <rect
                  key={index}
                  x={index * step + 0.75}
                  width={Math.max(0.5, step - 1.5)}
                  y={Math.min(level(value), height - 2.5)}
                  height={Math.max(1.5, height - 1 - level(value))}
                  fill={end === null && index === values.length - 1 ? 'var(--bar-partial)' : 'var(--bar)'}
                />
              ) : null,
            )}
            {hasBefore ? (
              <path d={line} fill="none" stroke="var(--series-2)" strokeWidth="1.5" vectorEffect="non-scaling-stroke" />
            ) : null}
          </Plot>,
        )}
      </div>
      <div aria-hidden className="mt-1.5 flex justify-between gap-2 text-12 text-muted">
        <AxisEnds {...series} bars={values.length} nowMs={nowMs}>
          {hasBefore ? (
            <span className="inline-flex items-center gap-1.5">
              <span className="inline-block h-0 w-4 border-t-2 border-[var(--series-2)]" />
              previous period
            </span>
          ) : null}
        </AxisEnds>
      </div>
      <div className="sr-only">
        <table>
          <caption>{unit} over time</caption>
          <thead>
            <tr>
              <th scope="col">From</th>
              <th scope="col">{unit}</th>
              <th scope="col">Previous period</th>
            </tr>
          </thead>
          <tbody>
            {values.map((value, index) =>
              value > 0 || (previous[index] ?? 0) > 0 ? (
                <tr key={index}>
                  <th scope="row">
                    <ExactTime atMs={fromMs + index * bucketMs} />
                  </th>
                  <td>{value}</td>
                  <td>{previous[index] ?? 0}</td>
                </tr>
              ) : null,
            )}
          </tbody>
        </table>
      </div>
    </>
  );
}
