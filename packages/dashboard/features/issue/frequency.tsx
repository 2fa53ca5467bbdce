import clsx from 'clsx';
import { Package, ZoomOut } from 'lucide-react';
import { connection } from 'next/server';
import { Bars, barsLabel } from '#charts/bars.tsx';
import { SeriesTable } from '#charts/series-table.tsx';
import { AxisEnds } from '#charts/plot.tsx';
import { absolute } from '#lib/time/absolute.ts';
import { buttonClass } from '#ui/button.tsx';
import { count, plural } from '#ui/count.ts';
import { Link } from '#ui/link.tsx';
import { Range } from '#shell/context-bar/range.tsx';
import { rangeNames, rangeProblem, ranges, rangeText } from '#shell/context-bar/time-range.ts';
import { Zoom } from '#shell/context-bar/zoom.tsx';
import type { RangeParam } from '#features/events/search-params.ts';
import type { RawParams } from '#features/issues/search-params.ts';
import { releaseHref } from '#features/releases/search-params.ts';
import { chartRange, issueHref, issuePath, readIssueUrlState } from './event/event-params.ts';
import { readFrequency, readIssue } from './read.ts';
import { releaseMarks } from './release-marks.ts';

interface Props {
  params: Promise<{ shortId: string }>;
  search: Promise<RawParams>;
}

/** Events over time with release markers. */
export async function Frequency({ params, search }: Props) {
  await connection();
  const [{ issue }, urlState, { series, events, users, releases }] = await Promise.all([
    params.then(({ shortId }) => readIssue(shortId)),
    search.then(readIssueUrlState),
    readFrequency(params, search),
  ]);
  const problem = rangeProblem(await search);
  const path = issuePath(issue.shortId);
  const hrefOf = (range: RangeParam | null) => issueHref(path, { ...urlState, range });
  const chartedRange = chartRange(urlState);
  const span = chartedRange === null ? 'all time' : rangeText(chartedRange);
  const nowMs = Date.now();
  const peak = Math.max(0, ...series.values);
  return (
    <section aria-label="Frequency" className="rounded-md border border-line bg-surface px-4 pt-2.5 pb-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-12 text-muted">
        <h2 className="text-13 font-normal">
          <b className="font-semibold text-ink">{count(events)}</b> {events === 1 ? 'event' : 'events'},{' '}
          <b className="font-semibold text-ink">{count(users)}</b> {users === 1 ? 'user' : 'users'}
          <span className="text-muted">, {chartedRange === null ? span : <Range range={chartedRange} />}</span>
        </h2>
        <nav aria-label="Chart time range" className="ml-auto flex flex-wrap items-center gap-0.5">
          {urlState.range !== null && typeof urlState.range !== 'string' ? (
            <Link href={hrefOf(null)} scroll={false} className={buttonClass('quiet', true)}>
              <ZoomOut size={14} aria-hidden />
              Zoom out
            </Link>
          ) : null}
          {[...ranges.slice(1), 'all' as const].map((range) => {
            const isCurrent = (urlState.range === null ? chartRange(urlState) : urlState.range) === range;
            return (
              <Link
                key={range}
                href={hrefOf(range)}
                scroll={false}
                data-prefetch="no"
                aria-current={isCurrent ? 'true' : undefined}
                aria-label={range === 'all' ? 'All time' : `${range}: ${rangeNames[range].toLowerCase()}`}
                className={clsx(
                  'rounded-sm px-1.5 py-0.5',
                  isCurrent ? 'bg-accent-wash font-medium text-accent' : 'hover:bg-hover hover:text-ink',
                )}
              >
                {range === 'all' ? 'All' : range}
              </Link>
            );
          })}
        </nav>
      </div>
      {problem === null ? null : (
        <p role="status" className="mt-1 text-12 text-warning">
          {problem}
        </p>
      )}
      <div className="relative mt-6">
        <div className="h-14">
          <Zoom series={series} href={hrefOf(null)}>
            <Bars series={series} width={960} height={56} label={barsLabel(series, span)} nowMs={nowMs} />
          </Zoom>
        </div>
        <ul aria-label="Releases in this time range">
          {releaseMarks(releases, series).map(({ at, versions, atMs }) => {
            const [only = '', ...others] = versions.toReversed();
            const name = others.length > 0 ? `${only} and ${plural(others.length, 'other release')}` : only;
            const isFirst = versions.includes(issue.firstRelease);
            return (
              <li
                key={atMs}
                className="pointer-events-none absolute -top-5 bottom-0 flex w-0 flex-col items-center"
                style={{ left: `${100 * at}%` }}
              >
                <Link
                  href={releaseHref(only)}
                  title={`${versions.join(', ')}: ${absolute(atMs, 'utc')}${isFirst ? '. First seen in this release' : ''}`}
                  aria-label={`Release ${name}${isFirst ? ', first seen in this release' : ''}`}
                  className={clsx(
                    'pointer-events-auto grid size-5 shrink-0 place-items-center rounded-sm hover:bg-hover hover:text-ink',
                    isFirst ? 'text-accent' : 'text-faint',
                  )}
                >
                  <Package size={12} aria-hidden />
                </Link>
                <span
                  aria-hidden
                  className={clsx(
                    'w-px flex-1 border-l border-dashed',
                    isFirst ? 'border-accent' : 'border-line-strong',
                  )}
                />
              </li>
            );
          })}
        </ul>
      </div>
      <div aria-hidden className="mt-1 flex justify-between gap-3 text-12 text-muted">
        <AxisEnds {...series} bars={series.values.length} nowMs={nowMs}>
          <span className="hidden sm:inline">
            Peak: {count(peak)} per {widthText(series.bucketMs)}
          </span>
        </AxisEnds>
      </div>
      <SeriesTable series={series} caption={`Events, ${span}`} unit="Events" />
    </section>
  );
}

/** `6 h`, `day`. */
function widthText(bucketMs: number): string {
  const [name, ms] = (
    [
      ['day', 86_400_000],
      ['hour', 3_600_000],
      ['minute', 60_000],
    ] as const
  ).find(([, unitMs]) => bucketMs >= unitMs) ?? ['minute', 60_000];
  const many = bucketMs / ms;
  return many === 1 ? name : `${many} ${name === 'minute' ? 'min' : name[0]}`;
}
