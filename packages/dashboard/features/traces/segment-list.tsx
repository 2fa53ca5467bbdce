import type { SegmentView } from '@seismo/server';
import { connection } from 'next/server';
import { Pager } from '#explorer/pager.tsx';
import { RowGrid } from '#explorer/row-grid.tsx';
import type { RawParams } from '#explorer/url-state.ts';
import { Time } from '#lib/time/time.tsx';
import { buttonClass } from '#ui/button.tsx';
import { Link } from '#ui/link.tsx';
import { Empty } from '#ui/states/empty.tsx';
import { TableHead } from '#ui/table-head.tsx';
import { duration } from './duration.ts';
import { Failed } from './failed.tsx';
import { NoTraces } from './no-traces.tsx';
import { readSegments } from './read.ts';
import { traceHref, tracesHref } from './search-params.ts';

/** Page loads, requests and jobs, each with a link to its trace. */
export async function SegmentList({ search }: { search: Promise<RawParams> }) {
  await connection();
  const {
    filter,
    page: { segments, next, problem },
  } = await readSegments(search);
  const nowMs = Date.now();
  if (problem) {
    return (
      <Empty title="Invalid search">
        <p>Fix the underlined part of the search.</p>
      </Empty>
    );
  }
  const { projects, environments, range, query } = filter;
  if (segments.length === 0 && query.trim() !== '') {
    return (
      <Empty title="No matching traces">
        <p>The search looks at the first span of each service, such as a page load or a request.</p>
        <Link href={tracesHref({ projects, environments, range })} className={buttonClass()}>
          Clear search
        </Link>
      </Empty>
    );
  }
  if (segments.length === 0) return <NoTraces isNarrowed={projects.length + environments.length > 0} />;
  const isLongest = filter.sort === 'longest';
  return (
    <>
      <RowGrid>
        <table role="grid" className="w-full table-fixed">
          <caption className="sr-only">Page loads, requests and jobs, {filter.sort} first</caption>
          <TableHead
            hiddenOnPhones
            columns={[
              { name: 'Name', className: 'pl-2' },
              { name: 'Operation', className: 'hidden w-36 px-3 lg:table-cell' },
              { name: 'Environment', className: 'hidden w-32 px-3 xl:table-cell' },
              {
                name: 'Duration',
                number: true,
                className: 'w-28 px-3',
                sortHref: tracesHref({ ...filter, sort: 'longest', cursor: null }),
                isSorted: isLongest,
              },
              {
                name: 'Started',
                number: true,
                className: 'w-24 px-3',
                sortHref: tracesHref({ ...filter, sort: 'newest', cursor: null }),
                isSorted: !isLongest,
              },
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
        first={
          filter.cursor
            ? { name: isLongest ? 'Longest traces' : 'Newest traces', href: tracesHref({ ...filter, cursor: null }) }
            : null
        }
        next={
          next
            ? { name: isLongest ? 'Shorter traces' : 'Older traces', href: tracesHref({ ...filter, cursor: next }) }
            : null
        }
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
