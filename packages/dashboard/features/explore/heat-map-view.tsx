import type { RawParams } from '#explorer/url-state.ts';
import { runtime } from '#server/runtime.ts';
import { runQuery } from '#server/viewer.ts';
import { buttonClass } from '#ui/button.tsx';
import { count } from '#ui/count.ts';
import { Link } from '#ui/link.tsx';
import { Empty } from '#ui/states/empty.tsx';
import { LoadingRows } from '#ui/states/loading.tsx';
import { PagePart } from '#ui/states/page-part.tsx';
import { HeatMapPanel } from './heat-map-panel.tsx';
import { readExploreState } from './search-params.ts';
import { heatMapHref, readHeatMapState } from './selection.ts';
import { WhatDiffers } from './what-differs.tsx';

/** The values of the spans of the search over time, and what distinguishes a selection in it. */
export async function HeatMapView({ search }: { search: Promise<RawParams> }) {
  const params = await search;
  const [explored, heatMap] = [readExploreState(params), readHeatMapState(params)];
  const { projects, environments, range, query } = explored;
  const map = await runQuery((viewer) =>
    runtime().query.spanHeatmap(viewer, { projects, environments, range, query, value: heatMap.value }),
  );
  if (map.problem)
    return (
      <Empty title="Invalid search">
        <p>{map.problem.message}</p>
      </Empty>
    );
  if (map.cells.length === 0) {
    return (
      <Empty title={query === '' ? 'No spans in this time' : 'No matching spans'}>
        <p>
          {heatMap.value === 'span.duration'
            ? 'Select a longer time, or remove a part of the search.'
            : `No span has a number in ${heatMap.value}.`}
        </p>
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
          {count(spans)} spans{estimate === spans ? '' : `, which stand for about ${count(estimate)}`}. Drag over cells
          to see what differs there.
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
