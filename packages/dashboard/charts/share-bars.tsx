import { ExactTime } from '#lib/time/exact-time.tsx';
import { count, percent } from '#ui/count.ts';
import { seriesEnd, AxisEnds, Plot } from './plot.tsx';

interface Props {
  fromMs: number;
  bucketMs: number;
  part: number[];
  whole: number[];
  names: [part: string, whole: string];
  caption: string;
  nowMs: number;
}

/** A part of a whole over time: light bars for the whole, dark bars for the part. A hidden table has the same numbers. */
export function ShareBars({ fromMs, bucketMs, part, whole, names, caption, nowMs }: Props) {
  const [width, height] = [560, 96];
  const most = Math.max(1, ...whole);
  const isOver = seriesEnd({ fromMs, bucketMs }, whole.length, nowMs) !== null;
  const step = width / Math.max(1, whole.length);
  const tall = (value: number) => (value <= 0 ? 0 : Math.max(1.5, (value / most) * (height - 2)));
  const rows = whole
    .map((all, index) => ({ all, own: part[index] ?? 0, atMs: fromMs + index * bucketMs }))
    .filter(({ all }) => all > 0);
  return (
    <figure className="min-w-0">
      <div className="h-24">
        <Plot width={width} height={height}>
          {whole.map((all, index) => (
            // The current bucket is lighter.
            <g key={index} opacity={isOver || index < whole.length - 1 ? 1 : 0.6}>
              <rect
                x={index * step + 0.75}
                width={Math.max(0.5, step - 1.5)}
                y={height - tall(all)}
                height={tall(all)}
                fill="var(--bar-partial)"
                opacity="0.45"
              />
              <rect
                x={index * step + 0.75}
                width={Math.max(0.5, step - 1.5)}
                y={height - tall(part[index] ?? 0)}
                height={tall(part[index] ?? 0)}
                fill="var(--series-1)"
              />
            </g>
          ))}
        </Plot>
      </div>
      <div aria-hidden className="mt-1 flex justify-between gap-2 text-12 text-muted">
        <AxisEnds fromMs={fromMs} bucketMs={bucketMs} bars={whole.length} nowMs={nowMs}>
          <span>Peak: {count(most)}</span>
        </AxisEnds>
      </div>
      <div className="sr-only">
        <table>
          <caption>{caption}</caption>
          <thead>
            <tr>
              <th scope="col">From</th>
              <th scope="col">{names[0]}</th>
              <th scope="col">{names[1]}</th>
              <th scope="col">Share</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ atMs, own, all }) => (
              <tr key={atMs}>
                <th scope="row">
                  <ExactTime atMs={atMs} />
                </th>
                <td>{own}</td>
                <td>{all}</td>
                <td>{percent(own, all)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}
