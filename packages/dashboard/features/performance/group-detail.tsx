import type { PerformanceGroupFilter, PerformanceGroupView, SpanExample } from '@seismo/server';
import { connection } from 'next/server';
import type { ReactNode } from 'react';
import { TimeSeries } from '#charts/time-series.tsx';
import { ValueSeries } from '#charts/value-series.tsx';
import type { RawParams } from '#explorer/url-state.ts';
import { exploreHref } from '#features/explore/search-params.ts';
import { eventPath } from '#features/issue/event/event-params.ts';
import { releaseMarks } from '#features/issue/release-marks.ts';
import { releaseHref } from '#features/releases/search-params.ts';
import { duration } from '#features/traces/duration.ts';
import { Failed } from '#features/traces/failed.tsx';
import { traceHref } from '#features/traces/search-params.ts';
import { absolute } from '#lib/time/absolute.ts';
import { Time } from '#lib/time/time.tsx';
import { runtime } from '#server/runtime.ts';
import { runQuery } from '#server/viewer.ts';
import { InRange } from '#shell/context-bar/range.tsx';
import { rangeText } from '#shell/context-bar/time-range.ts';
import { buttonClass } from '#ui/button.tsx';
import { count, plural } from '#ui/count.ts';
import { Link } from '#ui/link.tsx';
import { Section } from '#ui/section.tsx';
import { Empty } from '#ui/states/empty.tsx';
import { TableHead } from '#ui/table-head.tsx';
import { FailureChange, SpeedChange } from './change.tsx';
import { groupHref, readGroupFilter } from './search-params.ts';
import { changeText, failureRate, kindWords, orDash, rate, spansOf } from './words.ts';

/** One page, endpoint or query: its numbers, over time, by release, with examples and errors. */
export async function GroupDetail({ search }: { search: Promise<RawParams> }) {
  await connection();
  const filter = readGroupFilter(await search);
  const found = await runQuery((viewer) => runtime().query.performanceGroup(viewer, filter));
  if (found.problem) return <Empty title="This took too long">{found.problem.message}</Empty>;
  const { group, series, releases, examples, issues } = found;
  if (!group) {
    return (
      <Empty title={`No ${kindWords[filter.kind].name.toLowerCase()} with this name in this time`}>
        <Link href={groupHref({ ...filter, range: '14d' })} className={buttonClass()}>
          Show the last 14 days
        </Link>
      </Empty>
    );
  }
  const nowMs = Date.now();
  const { range: _, ...unranged } = filter;
  const zoom = groupHref(unranged);
  return (
    <>
      <Numbers group={group} filter={filter} />
      <div className="grid gap-x-8 lg:grid-cols-2">
        <Section title="Throughput">
          <TimeSeries
            fromMs={series.fromMs}
            bucketMs={series.bucketMs}
            nowMs={nowMs}
            series={[
              {
                name: 'Succeeded',
                color: 'var(--bar)',
                values: series.counts.map((all, at) => all - series.failed[at]!),
              },
              { name: 'Failed', color: 'var(--level-error)', values: series.failed },
            ]}
            unit="span"
            caption={`Spans, ${rangeText(filter.range)}`}
            height={128}
            marks={marksOf(found)}
            href={zoom}
          />
        </Section>
        <Section title="Duration">
          <ValueSeries
            fromMs={series.fromMs}
            bucketMs={series.bucketMs}
            name="Percentiles"
            unit="ms"
            series={[
              { name: 'p50', color: 'var(--series-1)', values: inMs(series.p50) },
              { name: 'p75', color: 'var(--series-2)', values: inMs(series.p75) },
              { name: 'p95', color: 'var(--series-3)', values: inMs(series.p95) },
            ]}
            lines={[]}
            height={128}
            href={zoom}
            hasLegend
          />
        </Section>
      </div>
      <Releases releases={releases} />
      <Section
        title="Examples"
        actions={
          <Link
            href={exploreHref({
              projects: [filter.project],
              environments: filter.environments,
              range: filter.range,
              query: group.search,
              sort: '-span.duration',
            })}
            className={buttonClass('quiet', true)}
          >
            Explore all {count(group.current.count)}
          </Link>
        }
      >
        <div className="grid gap-6 lg:grid-cols-3">
          <Examples title="Slowest" examples={examples.slowest} nowMs={nowMs} />
          <Examples title="Typical" examples={examples.typical} nowMs={nowMs} />
          <Examples title="Failed" examples={examples.failed} nowMs={nowMs} />
        </div>
      </Section>
      <Section title="Errors" note="In the traces of the slowest and of failed examples.">
        <Issues issues={issues} />
      </Section>
    </>
  );
}

const inMs = (values: readonly (number | null)[]) => values.map((us) => (us === null ? null : us / 1000));

type Group = NonNullable<PerformanceGroupView['group']>;

function Numbers({ group, filter }: { group: Group; filter: PerformanceGroupFilter }) {
  const { current, previous, hasAllBefore, failures } = group;
  const frequency = hasAllBefore ? changeText(current.count, previous.count) : null;
  const before = (text: string) => (previous.count === 0 ? null : `Was ${text}`);
  const numbers: [name: string, value: string, note: ReactNode][] = [
    ['Throughput', rate(current.perMinute), frequency],
    ['p50', orDash(current.p50), before(orDash(previous.p50))],
    ['p75', orDash(current.p75), before(orDash(previous.p75))],
    ['p95', orDash(current.p95), <SpeedChange key="p95" {...group} />],
    [
      'Failed',
      failureRate(current.failureRate),
      <span key="failed">
        <FailureChange failures={failures} />
        {before(failureRate(previous.failureRate))}
      </span>,
    ],
  ];
  return (
    <section aria-label="Numbers" className="border-t border-line py-4">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-3 xl:grid-cols-5">
        {numbers.map(([name, value, note]) => (
          <div key={name}>
            <dt className="text-12 text-muted">{name}</dt>
            <dd className="text-20">{value}</dd>
            <dd className="text-12 text-muted">{note}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-13 text-muted">
        {spansOf(filter.kind, current.count)} <InRange range={filter.range} />, compared with {count(previous.count)} in{' '}
        {hasAllBefore ? 'as much time before' : 'the part of the time before that is stored'}.
        {current.spans < current.count ? ` Estimated from ${plural(current.spans, 'stored span')}.` : null}
      </p>
    </section>
  );
}

function marksOf({ newReleases, series }: PerformanceGroupView) {
  return releaseMarks(newReleases, { ...series, values: series.counts }).map(({ label, releases }) => ({
    times: releases.map(({ atMs }) => ({ atMs, isImportant: false })),
    label,
    title: releases.map(({ version, atMs }) => `${version}: ${absolute(atMs, 'utc')}`).join('\n'),
    href: releaseHref(releases[0]!.version),
  }));
}

function Releases({ releases }: Pick<PerformanceGroupView, 'releases'>) {
  const [head, base] = releases;
  if (!head) return null;
  return (
    <Section title="Releases" note={base ? verdictOf(head, base) : 'There is no release before to compare with.'}>
      <table className="w-full table-fixed text-13">
        <caption className="sr-only">The newest releases in this time and as much before</caption>
        <TableHead
          columns={[
            { name: 'Release', className: 'pl-2' },
            { name: 'Spans', number: true, className: 'hidden w-24 px-3 sm:table-cell' },
            { name: 'p50', number: true, className: 'hidden w-24 px-3 sm:table-cell' },
            { name: 'p75', number: true, className: 'hidden w-24 px-3 md:table-cell' },
            { name: 'p95', number: true, className: 'w-24 px-3' },
            { name: 'Failed', number: true, className: 'w-24 px-3' },
          ]}
        />
        <tbody>
          {releases.map((release, index) => (
            <tr key={release.version} className="h-(--row-height) border-b border-line">
              <th scope="row" className="min-w-0 pr-3 pl-2 text-left font-normal">
                <Link href={releaseHref(release.version)} className="block truncate rounded-sm hover:underline">
                  {release.version}
                </Link>
              </th>
              <td className="hidden px-3 text-right sm:table-cell">{count(release.count)}</td>
              <td className="hidden px-3 text-right sm:table-cell">{orDash(release.p50)}</td>
              <td className="hidden px-3 text-right md:table-cell">{orDash(release.p75)}</td>
              <td className="px-3 text-right">{orDash(release.p95)}</td>
              <td className="px-3 text-right">
                {index === 0 ? <FailureChange failures={release.failures} /> : null}
                {failureRate(release.failureRate)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}

type Release = PerformanceGroupView['releases'][number];

/** The newest release beside the one before. */
function verdictOf(head: Release, base: Release): string {
  const [one, other] = [shortVersion(head), shortVersion(base)];
  const changes = [
    head.speed && `is ${head.speed} than ${other}: p95 ${orDash(head.p95)} instead of ${orDash(base.p95)}`,
    head.failures &&
      `fails ${head.failures === 'higher' ? 'more' : 'less'} often: ${failureRate(head.failureRate)} instead of ${failureRate(base.failureRate)}`,
  ].filter((change) => change !== null);
  return changes.length > 0
    ? `${one} ${changes.join(', and ')}.`
    : `${one} differs from ${other} no more than chance explains, or has too few spans to tell.`;
}

const shortVersion = ({ version }: Release): string => version.slice(version.lastIndexOf('@') + 1);

function Examples({ title, examples, nowMs }: { title: string; examples: SpanExample[]; nowMs: number }) {
  return (
    <div className="min-w-0">
      <h3 className="mb-1 text-13 text-muted">{title}</h3>
      {examples.length === 0 ? (
        <p className="text-13 text-muted">None in this time</p>
      ) : (
        <ul aria-label={`${title} examples`} className="rounded-md border border-line bg-surface text-13">
          {examples.map(({ traceId, spanId, startUs, durationUs, hasFailed, release, environment }) => (
            <li
              key={traceId + spanId}
              className="relative flex items-center gap-2 px-3 py-1.5 not-last:border-b not-last:border-line hover:bg-hover"
            >
              {hasFailed ? <Failed /> : null}
              <Link href={traceHref(traceId, spanId)} className="shrink-0 font-medium fills-row">
                {duration(durationUs)}
              </Link>
              <span className="min-w-0 truncate text-12 text-muted">
                {[environment, release].filter((text) => text !== '').join(' · ')}
              </span>
              <span className="ml-auto shrink-0 text-12 text-muted">
                <Time atMs={startUs / 1000} nowMs={nowMs} ago />
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Issues({ issues }: Pick<PerformanceGroupView, 'issues'>) {
  if (issues.length === 0) return <p className="text-13 text-muted">None</p>;
  return (
    <ul className="rounded-md border border-line bg-surface text-13">
      {issues.map(({ shortId, title, eventId, traces }) => (
        <li
          key={shortId}
          className="relative flex items-baseline gap-3 px-3 py-2 not-last:border-b not-last:border-line hover:bg-hover"
        >
          <Link href={eventPath(shortId, eventId)} className="min-w-0 truncate fills-row">
            <span className="mr-2 font-mono text-12 text-muted">{shortId}</span>
            {title}
          </Link>
          <span className="ml-auto shrink-0 text-12 text-muted">{plural(traces, 'trace')}</span>
        </li>
      ))}
    </ul>
  );
}
