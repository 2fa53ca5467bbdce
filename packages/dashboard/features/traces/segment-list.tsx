import type { SegmentView } from '@seismo/server';
import { connection } from 'next/server';
import { Pager } from '#explorer/pager.tsx';
import { RowGrid } from '#explorer/row-grid.tsx';
import type { RawParams } from '#explorer/url-state.ts';
import { Time } from '#lib/time/time.tsx';
import { Link } from '#ui/link.tsx';
import { TableHead } from '#ui/table-head.tsx';
import { runtime } from '#server/runtime.ts';
import { runQuery } from '#server/viewer.ts';
import { duration } from './duration.ts';
import { Failed } from './failed.tsx';
import { NoTraces } from './no-traces.tsx';
import { readSegmentFilter, traceHref, tracesHref } from './search-params.ts';

/** Page loads, requests and jobs, each with a link to its trace. */
export async function SegmentList({ search }: { search: Promise<RawParams> }) {
  await connection();
  const filter = readSegmentFilter(await search);
  const { segments, next } = await runQuery((viewer) => runtime().query.newestSegments(viewer, filter));
  const nowMs = Date.now();
  if (segments.length === 0) return <NoTraces isNarrowed={filter.projects.length + filter.environments.length > 0} />;
  return (
    <>
      <RowGrid>
        <table role="grid" className="w-full table-fixed">
          <caption className="sr-only">Page loads, requests and jobs, newest first</caption>
          <TableHead
            hiddenOnPhones
            columns={[
              { name: 'Name', className: 'pl-2' },
              { name: 'Operation', className: 'hidden w-36 px-3 lg:table-cell' },
              { name: 'Environment', className: 'hidden w-32 px-3 xl:table-cell' },
              { name: 'Duration', number: true, className: 'w-28 px-3' },
              { name: 'Started', number: true, className: 'w-24 px-3' },
            ]}
          />
          <tbody>
            {segments.map((segment) => (
              <SegmentRow key={segment.traceId + segment.spanId} segment={segment} nowMs={nowMs} />
            ))}
          </tbody>
        </table>
      </RowGrid>
      <Pager
        first={filter.cursor ? { name: 'Newest traces', href: tracesHref({ ...filter, cursor: null }) } : null}
        next={next ? { name: 'Older traces', href: tracesHref({ ...filter, cursor: next }) } : null}
      />
    </>
  );
}

function SegmentRow({ segment, nowMs }: { segment: SegmentView; nowMs: number }) {
  const { traceId, spanId, name, op, service, project, status, environment, durationUs, startUs } = segment;
  return (
    <tr
      data-row
      className="relative h-(--row-height) border-b border-line align-middle focus-within:bg-accent-wash hover:bg-hover"
    >
      <th
        scope="row"
        aria-label={name}
        className="min-w-0 py-1.5 pr-3 pl-1 text-left font-normal md:py-1 md:pl-2 compact:py-0"
      >
        <div className="compact:flex compact:items-center compact:gap-3">
          <div className="flex min-w-0 items-center gap-1.5">
            {status === 'error' ? <Failed /> : null}
            <Link
              href={traceHref(traceId, spanId)}
              data-row-link
              suppressHydrationWarning
              className="min-w-0 truncate font-semibold fills-row"
            >
              {name || op || spanId}
            </Link>
          </div>
          <div className="mt-0.5 flex min-w-0 flex-wrap items-center gap-x-2 text-12 text-muted compact:mt-0 compact:ml-auto compact:flex-nowrap">
            <span className="min-w-0 truncate">{service || project.name}</span>
            <span className="lg:hidden">{op}</span>
            <span className="md:hidden">{duration(durationUs)}</span>
            <span className="md:hidden">
              <Time atMs={startUs / 1000} nowMs={nowMs} ago />
            </span>
          </div>
        </div>
      </th>
      <td className="hidden truncate px-3 font-mono text-12 text-muted lg:table-cell">{op}</td>
      <td className="hidden truncate px-3 text-muted xl:table-cell">{environment}</td>
      <td className="hidden px-3 text-right md:table-cell">{duration(durationUs)}</td>
      <td className="hidden px-3 text-right md:table-cell">
        <Time atMs={startUs / 1000} nowMs={nowMs} />
      </td>
    </tr>
  );
}
