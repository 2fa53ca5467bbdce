import type { RawParams } from '#explorer/url-state.ts';
import { Tabs } from '#ui/tabs.tsx';
import { exploreHref, readExploreState, views, type Dataset, type View } from './search-params.ts';

const names: Record<Dataset, Record<View, string>> = {
  spans: { samples: 'Spans', groups: 'Groups', 'heat-map': 'Heat map' },
  errors: { samples: 'Errors', groups: 'Groups', 'heat-map': 'Heat map' },
};

/** The views of the result. */
export async function ExploreViews({ search }: { search: Promise<RawParams> }) {
  const state = readExploreState(await search);
  return (
    <Tabs
      label="Views"
      tabs={views
        .filter((view) => state.dataset === 'spans' || view !== 'heat-map')
        .map((view) => ({
          name: names[state.dataset][view],
          href: exploreHref({ ...state, view, sort: null, cursor: null }),
          isCurrent: view === state.view,
        }))}
    />
  );
}
