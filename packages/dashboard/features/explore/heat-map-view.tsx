import type { RawParams } from '#explorer/url-state.ts';
import { organizationId } from '#server/viewer.ts';
import { buttonClass } from '#ui/button.tsx';
import { count, plural } from '#ui/count.ts';
import { Link } from '#ui/link.tsx';
import { Empty } from '#ui/states/empty.tsx';
import { LoadingBlock, LoadingRows } from '#ui/states/loading.tsx';
import { PagePart } from '#ui/states/page-part.tsx';
import { HeatMapPanel } from './heat-map-panel.tsx';
import { HeatMapValue } from './heat-map-value.tsx';
import { readHeatMap } from './read.ts';
import { exploreHref, readExploreState } from './search-params.ts';
import { heatMapHref, readHeatMapState } from './selection.ts';
import { WhatDiffers } from './what-differs.tsx';

/** The values of the spans of the search over time, and what distinguishes a selection in it. */
export async function HeatMapView({ search }: { search: Promise<RawParams> }) {
  const params = await search;
  return (
    <>
      <HeatMapValue
        explored={readExploreState(params)}
        heatMap={readHeatMapState(params)}
        organizationId={await organizationId()}
      />
      <PagePart name="The heat map" loading={<LoadingBlock height={268} label="Loading the heat map" />}>
        <Values search={search} />
      </PagePart>
    </>
  );
}

async function Values({ search }: { search: Promise<RawParams> }) {
  const params = await search;
  const [explored, heatMap] = [readExploreState(params), readHeatMapState(params)];
  const { query } = explored;
  const map = await readHeatMap(search);
  if ('refused' in map) {
    return (
      <Empty title="This search cannot be answered">
        <p>{map.refused}</p>
        <Link href={exploreHref(explored)} className={buttonClass()}>
          Show durations
        </Link>
      </Empty>
    );
  }
  if (map.problem)
    return (
      <Empty title="Invalid search">
        <p>{map.problem.message}</p>
      </Empty>
    );
  if (map.cells.length === 0 && heatMap.value !== 'span.duration') {
    return (
      <Empty title="No values in this time">
        <p>No span has a number in {heatMap.value}.</p>
        <Link href={exploreHref(explored)} className={buttonClass()}>
          Show durations
        </Link>
      </Empty>
    );
  }
  if (map.cells.length === 0) {
    return (
      <Empty title={query === '' ? 'No spans in this time' : 'No matching spans'}>
        <p>{query === '' ? 'Select a longer time.' : 'Remove a part of the search, or select a longer time.'}</p>
      </Empty>
    );
  }
  const spans = map.cells.reduce((sum, cell) => sum + cell.spans, 0);
  const estimate = Math.round(map.cells.reduce((sum, cell) => sum + cell.estimate, 0));
  const failed = heatMapHref(explored, { ...heatMap, selection: { query: 'span.status:error' } });
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-13 text-muted">
        <span>
          {plural(spans, 'span')}
          {estimate === spans ? '' : `, which ${spans === 1 ? 'stands' : 'stand'} for about ${count(estimate)}`}. Drag
          over cells to see what differs there.
        </span>
        <Link href={failed} className={buttonClass('plain', true)}>
          Compare failed spans
        </Link>
      </div>
      <HeatMapPanel map={map} explored={explored} heatMap={heatMap} nowMs={Date.now()} />
      {heatMap.selection ? (
        <PagePart
          key={JSON.stringify([explored, heatMap])}
          name="What differs"
          loading={<LoadingRows rows={8} label="Comparing the selection" />}
        >
          <WhatDiffers explored={explored} heatMap={{ ...heatMap, selection: heatMap.selection }} unit={map.unit} />
        </PagePart>
      ) : null}
    </>
  );
}
