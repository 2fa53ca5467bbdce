import type { GroupView, PerformanceFilter, PerformanceSort, SpanStats } from '@seismo/server';
import { connection } from 'next/server';
import { RowGrid } from '#explorer/row-grid.tsx';
import { searchOf, type RawParams } from '#explorer/url-state.ts';
import { exploreHref } from '#features/explore/search-params.ts';
import { NoTraces } from '#features/traces/no-traces.tsx';
import { runtime } from '#server/runtime.ts';
import { runQuery } from '#server/viewer.ts';
import { InRange } from '#shell/context-bar/range.tsx';
import { count, percent } from '#ui/count.ts';
import { FilterForm } from '#ui/filter-form.tsx';
import { Link } from '#ui/link.tsx';
import { Empty } from '#ui/states/empty.tsx';
import { TableHead, type Column } from '#ui/table-head.tsx';
import { FailureChange, SpeedChange } from './change.tsx';
import { Notable } from './notable.tsx';
import { groupHref, performanceHref, readPerformanceFilter, sorts } from './search-params.ts';
import { changeText, failureRate, kindWords, orDash, placeOf, rate } from './words.ts';

/** Pages, endpoints or queries, those first that take the most time. */
export async function GroupList({ search }: { search: Promise<RawParams> }) {
  await connection();
  const filter = readPerformanceFilter(await search);
  const { groups, groupCount, notable, problem } = await runQuery((viewer) =>
    runtime().query.performance(viewer, filter),
  );
  if (problem) return <Empty title="This took too long">{problem.message}</Empty>;
  if (groups.length === 0) return <NoGroups filter={filter} />;
  const { name, one } = kindWords[filter.kind];
  const sorted = (sort: PerformanceSort): Pick<Column, 'sortHref' | 'isSorted'> => ({
    sortHref: performanceHref({ ...filter, sort }),
    isSorted: filter.sort === sort,
  });
  return (
    <>
      <Notable notable={notable} filter={filter} />
      <PhoneSort filter={filter} />
      <RowGrid>
        <table role="grid" className="w-full table-fixed">
          <caption className="py-2 text-left text-13 text-muted">
            {count(groupCount)} {(groupCount === 1 ? one : name).toLowerCase()} <InRange range={filter.range} />,
            compared with as much time before.
            {groups.some(({ current }) => isEstimated(current))
              ? ' ≈ is estimated from the spans of sampled traces.'
              : null}
            {groupCount > groups.length ? ` The first ${groups.length} are shown.` : null}
          </caption>
          <TableHead
            hiddenOnPhones
            columns={[
              { name: one, className: 'pl-2' },
              { name: 'Throughput', number: true, className: 'w-32 px-3', ...sorted('throughput') },
              { name: 'p50', number: true, className: 'hidden w-24 px-3 lg:table-cell' },
              { name: 'p75', number: true, className: 'hidden w-24 px-3 xl:table-cell' },
              { name: 'p95', number: true, className: 'w-24 px-3', ...sorted('p95') },
              { name: 'p95, change', number: true, className: 'w-32 px-3', ...sorted('change') },
              { name: 'Failed', number: true, className: 'w-24 px-3', ...sorted('failures') },
              { name: 'Time', number: true, className: 'hidden w-20 px-3 lg:table-cell', ...sorted('time') },
            ]}
          />
          <tbody>
            {groups.map((group) => (
              <GroupRow key={`${group.project.slug} ${group.service} ${group.name}`} group={group} filter={filter} />
            ))}
          </tbody>
        </table>
      </RowGrid>
    </>
  );
}

const sortNames: Record<PerformanceSort, string> = {
  time: 'Most time',
  p95: 'Highest p95',
  throughput: 'Highest throughput',
  failures: 'Highest failure rate',
  change: 'Largest slowdown',
};

/** On phones, the table has no header to sort by. */
function PhoneSort({ filter }: { filter: PerformanceFilter }) {
  const { sort, ...others } = filter;
  return (
    <FilterForm
      key={sort}
      path="/traces/performance"
      rest={searchOf(performanceHref(others))}
      fields={[
        {
          name: 'sort',
          label: 'Sort by',
          value: sort,
          defaultValue: sorts[0],
          options: sorts.map((each): [string, string] => [each, sortNames[each]]),
        },
      ]}
      className="mt-3 md:hidden"
    />
  );
}

const isEstimated = ({ spans, count: all }: SpanStats): boolean => spans < all;
const frequencyOf = (stats: SpanStats): string => `${isEstimated(stats) ? '≈' : ''}${rate(stats.perMinute)}`;

const numberLink = 'relative z-10 rounded-sm underline-offset-2 hover:underline';

function GroupRow({ group, filter }: { group: GroupView; filter: PerformanceFilter }) {
  const { name, service, project, current, previous, hasAllBefore, timeShare } = group;
  const { kind, environments, range } = filter;
  const page = groupHref({ kind, project: project.slug, service, name, environments, range });
  const explore = { projects: [project.slug], environments, range };
  const frequency = hasAllBefore ? changeText(current.count, previous.count) : null;
  const failed = (
    <>
      <FailureChange failures={group.failures} />
      {failureRate(current.failureRate)}
    </>
  );
  return (
    <tr
      data-row
      className="relative h-(--row-height) border-b border-line align-middle focus-within:bg-accent-wash hover:bg-hover"
    >
      <th
        scope="row"
        aria-label={name || 'No name'}
        className="min-w-0 py-1.5 pr-3 pl-1 text-left font-normal md:py-1 md:pl-2 compact:py-0"
      >
        <div className="compact:flex compact:items-center compact:gap-3">
          <Link
            href={page}
            data-row-link
            suppressHydrationWarning
            className="block min-w-0 truncate font-semibold fills-row"
          >
            {name || 'No name'}
          </Link>
          <div className="mt-0.5 flex min-w-0 flex-wrap items-center gap-x-3 text-12 text-muted compact:mt-0 compact:ml-auto compact:flex-nowrap">
            <span className="min-w-0 truncate">{placeOf(group)}</span>
            <span className="md:hidden">{frequencyOf(current)}</span>
            <span className="md:hidden">p95 {orDash(current.p95)}</span>
            <span className="md:hidden">
              <SpeedChange {...group} />
            </span>
            {current.failureRate > 0 ? <span className="md:hidden">{failed} failed</span> : null}
          </div>
        </div>
      </th>
      <td className="hidden px-3 text-right md:table-cell">
        <Link href={exploreHref({ ...explore, query: group.search })} className={numberLink}>
          {frequencyOf(current)}
        </Link>
        {frequency === null ? null : (
          <span className="ml-2 text-12 text-muted" title="Compared with the time before">
            {frequency}
          </span>
        )}
      </td>
      <td className="hidden px-3 text-right lg:table-cell">{orDash(current.p50)}</td>
      <td className="hidden px-3 text-right xl:table-cell">{orDash(current.p75)}</td>
      <td className="hidden px-3 text-right md:table-cell">{orDash(current.p95)}</td>
      <td className="hidden px-3 text-right text-13 md:table-cell">
        <SpeedChange {...group} />
      </td>
      <td className="hidden px-3 text-right md:table-cell">
        {current.failureRate === 0 ? (
          failed
        ) : (
          <Link href={exploreHref({ ...explore, query: `${group.search} span.status:error` })} className={numberLink}>
            {failed}
          </Link>
        )}
      </td>
      <td className="hidden px-3 text-right lg:table-cell">{percent(timeShare, 1)}</td>
    </tr>
  );
}

async function NoGroups({ filter }: { filter: PerformanceFilter }) {
  const { projects, environments, range, kind } = filter;
  const { segments } = await runQuery((viewer) =>
    runtime().query.segments(viewer, {
      projects,
      environments,
      range,
      query: '',
      sort: 'newest',
      cursor: null,
      count: 1,
    }),
  );
  if (segments.length === 0) return <NoTraces isNarrowed={projects.length + environments.length > 0} />;
  const { name, sentBy } = kindWords[kind];
  return (
    <Empty title={`No ${name.toLowerCase()} in this time`}>
      <p>{sentBy}</p>
    </Empty>
  );
}
