import type { OutcomesView } from '@seismo/server';
import { seriesEnd } from '#charts/plot.tsx';
import { ExactTime, Tick } from '#lib/time/exact-time.tsx';
import { Zoom } from '#shell/context-bar/zoom.tsx';
import { colorOf, outcomeSeries, outcomeNames } from './ledger.ts';

const WIDTH = 960;
const HEIGHT = 120;

/**
 * Items per bucket, stacked by outcome; a bar links to its time. Rendered on the server, with the same numbers as a
 * table for screen readers.
 */
export function OutcomeChart({ ledger, href, nowMs }: { ledger: OutcomesView; href: string; nowMs: number }) {
  const stacked = outcomeSeries(ledger.series);
  const buckets = Math.max(0, ...stacked.map(({ values }) => values.length));
  const sums = Array.from({ length: buckets }, (_, index) =>
    stacked.reduce((sum, { values }) => sum + (values[index] ?? 0), 0),
  );
  const end = seriesEnd(ledger, buckets, nowMs);
  const most = Math.max(1, ...sums);
  const step = WIDTH / Math.max(1, buckets);
  const at = (index: number) => ledger.fromMs + index * ledger.bucketMs;
  return (
    <figure>
      <div className="flex gap-3">
        <div
          aria-hidden
          className="flex h-[120px] w-10 shrink-0 flex-col justify-between text-right text-12 text-muted"
        >
          <span>{most.toLocaleString('en-US')}</span>
          <span>0</span>
        </div>
        <div className="h-[120px] min-w-0 flex-1">
          <Zoom
            series={{ fromMs: ledger.fromMs, bucketMs: ledger.bucketMs, values: sums }}
            unit="item"
            href={href}
            zoomsOnClick
          >
            <svg
              aria-hidden
              viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
              preserveAspectRatio="none"
              className="block h-full w-full"
            >
              <line
                x1="0"
                x2={WIDTH}
                y1="0.5"
                y2="0.5"
                stroke="var(--line)"
                strokeDasharray="2 4"
                vectorEffect="non-scaling-stroke"
              />
              <line
                x1="0"
                x2={WIDTH}
                y1={HEIGHT - 0.5}
                y2={HEIGHT - 0.5}
                stroke="var(--line)"
                vectorEffect="non-scaling-stroke"
              />
              {sums.map((_, index) => {
                let top = HEIGHT;
                return stacked.map(({ outcome, values }) => {
                  const tall = ((values[index] ?? 0) / most) * (HEIGHT - 2);
                  if (tall <= 0) return null;
                  top -= tall;
                  return (
                    <rect
                      key={outcome}
                      x={index * step + 0.75}
                      width={Math.max(1, step - 1.5)}
                      y={top}
                      height={tall}
                      fill={colorOf(outcome)}
                      opacity={end === null && index === buckets - 1 ? 0.6 : 1}
                    />
                  );
                });
              })}
            </svg>
          </Zoom>
        </div>
      </div>
      {buckets > 0 ? (
        <figcaption aria-hidden className="mt-1 flex justify-between pl-[52px] text-12 text-muted">
          <span>
            <ExactTime atMs={at(0)} to="minute" />
          </span>
          <span>{end === null ? 'now' : <Tick atMs={end} bucketMs={ledger.bucketMs} />}</span>
        </figcaption>
      ) : null}
      <div className="sr-only">
        <table>
          <caption>Items by outcome over time</caption>
          <thead>
            <tr>
              <th scope="col">From</th>
              {stacked.map(({ outcome }) => (
                <th key={outcome} scope="col">
                  {outcomeNames[outcome] ?? outcome}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sums.map((sum, index) =>
              sum === 0 ? null : (
                <tr key={at(index)}>
                  <th scope="row">
                    <ExactTime atMs={at(index)} />
                  </th>
                  {stacked.map(({ outcome, values }) => (
                    <td key={outcome}>{values[index] ?? 0}</td>
                  ))}
                </tr>
              ),
            )}
          </tbody>
        </table>
      </div>
    </figure>
  );
}
