import type { RawParams } from '#explorer/url-state.ts';
import { HeatMapView } from './heat-map-view.tsx';
import { readExploreState } from './search-params.ts';

/** The result of the search in its view. */
export async function ExploreResult({ search }: { search: Promise<RawParams> }) {
  const { view } = readExploreState(await search);
  switch (view) {
    case 'heat-map':
      return <HeatMapView search={search} />;
    case 'groups':
    case 'samples':
      return null;
  }
}
