import type { RawParams } from '#explorer/url-state.ts';
import { buttonClass } from '#ui/button.tsx';
import { Link } from '#ui/link.tsx';
import { Empty } from '#ui/states/empty.tsx';
import { LoadingBlock, LoadingRows } from '#ui/states/loading.tsx';
import { PagePart } from '#ui/states/page-part.tsx';
import { ExploreCharts } from './explore-charts.tsx';
import { FieldChips } from './field-chips.tsx';
import { GroupTable } from './group-table.tsx';
import { HeatMapView } from './heat-map-view.tsx';
import { readTable } from './read.ts';
import { SampleTable } from './sample-table.tsx';
import { defaults, exploreHref, readExploreState } from './search-params.ts';

/** The result of the search in its view. */
export async function ExploreResult({ search }: { search: Promise<RawParams> }) {
  const state = readExploreState(await search);
  if (state.view === 'heat-map') return <HeatMapView search={search} />;
  return (
    <>
      {state.view === 'groups' ? (
        <div className="mb-3 flex flex-col gap-1.5">
          <FieldChips list="groups" state={state} />
          <FieldChips list="measures" state={state} />
        </div>
      ) : null}
      <PagePart name="The charts" loading={<LoadingBlock height={140} label="Loading the charts" />}>
        <ExploreCharts search={search} />
      </PagePart>
      {state.view === 'samples' ? (
        <div className="mb-1">
          <FieldChips list="columns" state={state} />
        </div>
      ) : null}
      <PagePart name="The table" loading={<LoadingRows rows={12} label="Loading the table" />}>
        <ResultTable search={search} />
      </PagePart>
    </>
  );
}

async function ResultTable({ search }: { search: Promise<RawParams> }) {
  const state = readExploreState(await search);
  const table = await readTable(search);
  if ('refused' in table) {
    const { columns, groups, measures } = defaults[state.dataset];
    return (
      <Empty title="This search cannot be answered">
        <p>{table.refused}</p>
        <Link
          href={exploreHref({ ...state, columns, groups, measures, sort: null, cursor: null })}
          className={buttonClass()}
        >
          Use the default columns, groups and measures
        </Link>
      </Empty>
    );
  }
  if (table.problem) {
    return (
      <Empty title="Invalid search">
        <p>Fix the underlined part of the search.</p>
      </Empty>
    );
  }
  if (table.rows.length === 0) return <Nothing search={search} />;
  return state.view === 'groups' ? (
    <GroupTable state={state} table={table} />
  ) : (
    <SampleTable state={state} table={table} />
  );
}

async function Nothing({ search }: { search: Promise<RawParams> }) {
  const state = readExploreState(await search);
  const { query, dataset, projects, environments } = state;
  const noun = dataset === 'spans' ? 'spans' : 'errors';
  if (query.trim() !== '') {
    return (
      <Empty title={`No matching ${noun}`}>
        <p>Nothing in this time range matches the search. Remove a part of it, or select a longer time.</p>
        <Link href={exploreHref({ ...state, query: '', cursor: null })} className={buttonClass()}>
          Show all {noun}
        </Link>
      </Empty>
    );
  }
  if (projects.length + environments.length > 0) {
    return (
      <Empty title={`No ${noun} in these projects and environments`}>
        <Link href={exploreHref({ ...state, projects: [], environments: [], cursor: null })} className={buttonClass()}>
          Show those of all projects
        </Link>
      </Empty>
    );
  }
  return (
    <Empty title={`No ${noun} in this time`}>
      {dataset === 'spans' ? (
        <p>
          Select a longer time. Sentry SDKs send spans if <code>tracesSampleRate</code> is set, OpenTelemetry exporters
          to <code>/v1/traces</code>.
        </p>
      ) : (
        <p>Select a longer time.</p>
      )}
    </Empty>
  );
}
