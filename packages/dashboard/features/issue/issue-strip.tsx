import type { Series } from '@seismo/server';
import { connection } from 'next/server';
import { Bars, barsLabel } from '#components/charts/bars.tsx';
import { SeriesTable } from '#components/charts/series-table.tsx';
import { count } from '#components/ui/count.ts';
import { Link } from '#components/ui/link.tsx';
import { releaseHref } from '#features/releases/search-params.ts';
import { Time } from '#components/time/time.tsx';
import { readIssue } from './read.ts';

/** How often, how many people, since when: four figures and two charts. */
export async function IssueStrip({ params }: { params: Promise<{ shortId: string }> }) {
  await connection();
  const { issue, series24h, series14d } = await readIssue((await params).shortId);
  const nowMs = Date.now();
  return (
    <section
      aria-label="How often"
      className="grid grid-cols-2 border-y border-line bg-surface sm:grid-cols-4 lg:grid-cols-[repeat(4,auto)_1fr_1fr] lg:rounded-md lg:border-x"
    >
      <Figure name="Events" value={count(issue.eventCount)} />
      <Figure name="Users" value={count(issue.userCount)} />
      <Figure
        name="First seen"
        value={<Time atMs={issue.firstSeenAtMs} nowMs={nowMs} ago />}
        note={issue.firstRelease}
      />
      <Figure name="Last seen" value={<Time atMs={issue.lastSeenAtMs} nowMs={nowMs} ago />} note={issue.lastRelease} />
      <Chart name="Last 24 hours" series={series24h} />
      <Chart name="Last 14 days" series={series14d} />
    </section>
  );
}

function Figure({ name, value, note }: { name: string; value: React.ReactNode; note?: string }) {
  return (
    <dl className="min-w-0 px-4 py-3 lg:min-w-28 lg:border-r lg:border-line">
      <dt className="text-12 text-muted">{name}</dt>
      <dd className="mt-0.5 text-16 font-semibold whitespace-nowrap">{value}</dd>
      {note ? (
        <dd className="max-w-40 truncate font-mono text-12 text-muted" title={`Release ${note}`}>
          <Link href={releaseHref(note)} className="rounded-sm hover:underline">
            {note}
          </Link>
        </dd>
      ) : null}
    </dl>
  );
}

function Chart({ name, series }: { name: string; series: Series }) {
  const sum = series.values.reduce((total, value) => total + value, 0);
  return (
    <figure className="min-w-0 border-t border-line px-4 py-3 not-last:border-r sm:col-span-2 lg:col-span-1 lg:border-t-0">
      <figcaption className="flex justify-between gap-2 text-12 text-muted">
        {name}
        <span className="font-medium text-ink">{count(sum)}</span>
      </figcaption>
      <div className="mt-1.5 h-9">
        <Bars series={series} width={240} height={36} label={barsLabel(series, name.toLowerCase())} />
      </div>
      <SeriesTable series={series} caption={`Events, ${name.toLowerCase()}`} unit="Events" />
    </figure>
  );
}
