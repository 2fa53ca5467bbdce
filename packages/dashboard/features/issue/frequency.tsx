import clsx from 'clsx';
import { ZoomOut } from 'lucide-react';
import { connection } from 'next/server';
import { TimeSeries } from '#charts/time-series.tsx';
import { absolute } from '#lib/time/absolute.ts';
import { buttonClass } from '#ui/button.tsx';
import { count } from '#ui/count.ts';
import { Link } from '#ui/link.tsx';
import { Range } from '#shell/context-bar/range.tsx';
import { rangeNames, rangeProblem, ranges, rangeText } from '#shell/context-bar/time-range.ts';
import type { RawParams } from '#explorer/url-state.ts';
import { releaseHref } from '#features/releases/search-params.ts';
import { chartRange, issueHref, issuePath, readIssueUrlState, type RangeParam } from './event/event-params.ts';
import { readFrequency, readIssue } from './read.ts';
import { releaseMarks } from './release-marks.ts';

interface Props {
  params: Promise<{ shortId: string }>;
  search: Promise<RawParams>;
}

/** Events over time with release markers. */
export async function Frequency({ params, search }: Props) {
  await connection();
  const nowMs = Date.now();
  const [{ issue }, urlState, { series, events, users, releases }] = await Promise.all([
    params.then(({ shortId }) => readIssue(shortId)),
    search.then(readIssueUrlState),
    readFrequency(params, search),
  ]);
  const problem = rangeProblem(await search);
  const path = issuePath(issue.shortId);
  const hrefOf = (range: RangeParam | null) => issueHref(path, { ...urlState, range });
  const chartedRange = chartRange(urlState, nowMs - issue.firstSeenAtMs);
  const span = chartedRange === null ? 'all time' : rangeText(chartedRange);
  return (
    <section aria-label="Frequency" className="scroll-mt-16 pt-3 pb-4">
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
            const isCurrent =
              (urlState.range === null ? chartRange(urlState, nowMs - issue.firstSeenAtMs) : urlState.range) === range;
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
      <div className="mt-2">
        <TimeSeries
          {...series}
          nowMs={nowMs}
          series={[{ name: 'Events', color: 'var(--bar)', values: series.values }]}
          unit="event"
          caption={`Events, ${span}`}
          height={64}
          marks={releaseMarks(releases, series).map((mark) => {
            const isFirst = mark.releases.some(({ version }) => version === issue.firstRelease);
            return {
              times: mark.releases.map(({ version, atMs }) => ({ atMs, isImportant: version === issue.firstRelease })),
              label: mark.label,
              title: `${mark.releases.map(({ version, atMs }) => `${version}: ${absolute(atMs, 'utc')}`).join('\n')}${isFirst ? `\nFirst seen in ${issue.firstRelease}` : ''}`,
              href: releaseHref(mark.releases[0]!.version),
            };
          })}
          href={hrefOf(null)}
        />
      </div>
    </section>
  );
}
