import type { Series } from '@seismo/server';
import { ExactTime } from '#lib/time/exact-time.tsx';

/** The same numbers as a table, for screen readers. Empty buckets are left out. */
export function SeriesTable({ series, caption, unit }: { series: Series; caption: string; unit: string }) {
  const rows = series.values
    .map((value, index) => ({ value, atMs: series.fromMs + index * series.bucketMs }))
    .filter((row) => row.value > 0);
  return (
    <div className="sr-only">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">From</th>
            <th scope="col">{unit}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.atMs}>
              <th scope="row">
                <ExactTime atMs={row.atMs} />
              </th>
              <td>{row.value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
