import type { Compared, TimeRange } from '@seismo/server';
import { ZoomOut } from 'lucide-react';
import { connection } from 'next/server';
import type { ReactNode } from 'react';
import { TimeSeries } from '#charts/time-series.tsx';
import { buttonClass } from '#ui/button.tsx';
import { count, plural } from '#ui/count.ts';
import { Link } from '#ui/link.tsx';
import { issuesHref } from '../issues/search-params.ts';
import { runtime } from '#server/runtime.ts';
import { runQuery } from '#server/viewer.ts';
import { changeText } from './change-text.ts';
import { readHomeParams, type HomeParams } from './read.ts';
import { projectHref } from './search-params.ts';
import { Range } from '#shell/context-bar/range.tsx';

/** Errors and affected users over time, compared with the previous period. */
export async function HomeTrends(params: HomeParams) {
  await connection();
  const { slug, context } = await readHomeParams(params);
  const { events, users } = await runQuery((viewer) => runtime().query.projectStats(viewer, slug, context));
  const nowMs = Date.now();
  const href = projectHref(slug, { environments: context.environments });
  return (
    <>
      {typeof context.range === 'string' ? null : (
        <p className="mb-2 text-right">
          <Link href={href} scroll={false} className={buttonClass('quiet', true)}>
            <ZoomOut size={14} aria-hidden />
            Zoom out
          </Link>
        </p>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:grid-cols-2">
        <Trend
          name="Errors"
          unit="error"
          compared={events}
          total={
            <Link
              href={issuesHref({ projects: [slug], ...context, query: '', sort: 'events' })}
              aria-label={`${plural(events.total, 'error')}, by issue`}
              className="rounded-sm underline-offset-4 hover:underline"
            >
              {count(events.total)}
            </Link>
          }
          range={context.range}
          href={href}
          nowMs={nowMs}
        />
        <Trend
          name="Affected users"
          unit="user"
          compared={users}
          total={count(users.total)}
          range={context.range}
          href={href}
          nowMs={nowMs}
        />
      </div>
    </>
  );
}

interface Props {
  name: string;
  /** The singular of the counted unit. */
  unit: string;
  compared: Compared;
  total: ReactNode;
  range: TimeRange;
  /** The page without a time range. */
  href: string;
  nowMs: number;
}

function Trend({ name, unit, compared, total, range, href, nowMs }: Props) {
  const { series, before, totalBefore } = compared;
  return (
    <section aria-label={name} className="min-w-0 rounded-md border border-line bg-surface p-4">
      <p className="mb-3 flex flex-wrap items-baseline gap-x-2.5">
        <span className="w-full text-13 text-muted">
          {name}, <Range range={range} />
        </span>
        <span className="text-28 font-semibold">{total}</span>
        <span className="text-13 text-muted" title={`${count(totalBefore)} in the previous period`}>
          {changeText(compared.total, totalBefore)}
        </span>
      </p>
      <TimeSeries
        {...series}
        nowMs={nowMs}
        series={[
          { name: 'This period', color: 'var(--bar)', values: series.values },
          ...(before.some((value) => value > 0)
            ? [{ name: 'Previous period', color: 'var(--series-2)', values: before, isLine: true }]
            : []),
        ]}
        unit={unit}
        caption={`${name} over time`}
        height={96}
        href={href}
      />
    </section>
  );
}
