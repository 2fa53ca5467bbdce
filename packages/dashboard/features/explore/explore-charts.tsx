import type { EventTimeseries } from '@seismo/server';
import clsx from 'clsx';
import { TimeSeries } from '#charts/time-series.tsx';
import { ValueSeries } from '#charts/value-series.tsx';
import type { RawParams } from '#explorer/url-state.ts';
import { count, plural } from '#ui/count.ts';
import { seriesColor, uniqueNames } from './group-names.ts';
import { readTimeseries } from './read.ts';
import { exploreHref, readExploreState, type Dataset } from './search-params.ts';
import { inUnit, unitOf } from './values.ts';

const nouns: Record<Dataset, string> = { spans: 'span', errors: 'error' };

/** Each measure over time: of everything that the search finds, or of the first groups of the table. */
export async function ExploreCharts({ search }: { search: Promise<RawParams> }) {
  const state = readExploreState(await search);
  const timeseries = await readTimeseries(state);
  // The table says why.
  if ('refused' in timeseries || timeseries.problem || timeseries.series.length === 0) return null;
  const nowMs = Date.now();
  const { range: _, cursor: __, ...rest } = state;
  const measures = [...new Set(timeseries.series.map(({ name }) => name))];
  return (
    <div
      className={clsx(
        'mb-4 grid gap-x-6 gap-y-4',
        measures.length === 3 ? 'lg:grid-cols-3' : measures.length > 1 && 'lg:grid-cols-2',
      )}
    >
      {measures.map((measure) => (
        <MeasureChart
          key={measure}
          measure={measure}
          timeseries={timeseries}
          noun={nouns[state.dataset]}
          isCount={state.view === 'samples'}
          href={exploreHref(rest)}
          nowMs={nowMs}
        />
      ))}
    </div>
  );
}

interface ChartProps {
  measure: string;
  timeseries: EventTimeseries;
  noun: string;
  /** Says how many there are, instead of the name of the measure. */
  isCount: boolean;
  href: string;
  nowMs: number;
}

function MeasureChart({
  measure,
  timeseries: { fromMs, bucketMs, series, sampling },
  noun,
  isCount,
  href,
  nowMs,
}: ChartProps) {
  const own = series.filter(({ name }) => name === measure);
  const isGrouped = own[0]!.group.length > 0;
  const names = uniqueNames(own.map(({ group }) => group));
  const lines = own.map((one, index) => ({
    name: isGrouped ? names[index]! : measure,
    color: isGrouped ? seriesColor(index) : 'var(--series-1)',
    values: one.values.map((value) => (value === null ? null : inUnit(value, one))),
  }));
  const unit = unitOf(own[0]!);
  const name = `${measure}${unit === '%' ? ' in %' : ''}${isGrouped ? ` of the first ${own.length === 1 ? 'group' : `${own.length} groups`}` : ''}`;
  const height = 112;
  if (measure !== 'count()') {
    return (
      <ValueSeries
        fromMs={fromMs}
        bucketMs={bucketMs}
        name={name}
        series={lines}
        unit={unit}
        lines={[]}
        height={height}
        href={href}
      />
    );
  }
  const counts = lines.map((line) => ({ ...line, values: line.values.map((value) => value ?? 0) }));
  const about = sampling ? '≈' : '';
  const total = counts.flatMap(({ values }) => values).reduce((sum, value) => sum + value, 0);
  return (
    <div className="min-w-0">
      <p className="mb-2 text-12 text-muted">
        {isCount ? `${about}${plural(total, noun)}` : `${name}: ${about}${count(total)}`}
        {sampling ? `, ${count(sampling.spans)} stored` : ''}
      </p>
      <TimeSeries
        fromMs={fromMs}
        bucketMs={bucketMs}
        nowMs={nowMs}
        series={isGrouped ? counts : counts.map((line) => ({ ...line, color: 'var(--bar)' }))}
        unit={noun}
        caption={name}
        height={height}
        href={href}
      />
    </div>
  );
}
