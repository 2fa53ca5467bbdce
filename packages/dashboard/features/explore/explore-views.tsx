import type { RawParams } from '#explorer/url-state.ts';
import { Tabs } from '#ui/tabs.tsx';
import { exploreHref, readExploreState, views, type Dataset, type View } from './search-params.ts';

const names: Record<View, Record<Dataset, string>> = {
  samples: { spans: 'Spans', errors: 'Errors' },
  groups: { spans: 'Groups', errors: 'Groups' },
  'heat-map': { spans: 'Heat map', errors: 'Heat map' },
};

/** The views of the result. */
export async function ExploreViews({ search }: { search: Promise<RawParams> }) {
  const state = readExploreState(await search);
  const visible = views.filter((view) => state.dataset === 'spans' || view !== 'heat-map');
  return (
    <div className="mt-2">
      <Tabs
        label="Views"
        tabs={visible.map((view) => ({
          name: names[view][state.dataset],
          href: exploreHref({ ...state, view, sort: null, cursor: null }),
          isCurrent: view === state.view,
        }))}
      />
    </div>
  );
}
