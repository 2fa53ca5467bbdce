import type { RawParams } from '#explorer/url-state.ts';
import { Empty } from '#ui/states/empty.tsx';
import { readExploreState } from './search-params.ts';

/** The durations of the spans of the search over time. */
export async function HeatMapView({ search }: { search: Promise<RawParams> }) {
  const { query } = readExploreState(await search);
  return <Empty title={query === '' ? 'No heat map of all spans' : 'No heat map of this search'} />;
}
