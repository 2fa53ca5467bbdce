import type { RawParams } from '#explorer/url-state.ts';
import { Tabs } from '#ui/tabs.tsx';
import { exploreHref, readExploreState, views, type View } from './search-params.ts';

const names: Record<View, string> = { samples: 'List', groups: 'Groups', 'heat-map': 'Heat map' };

/** The views of the result. */
export async function ExploreViews({ search }: { search: Promise<RawParams> }) {
  const state = readExploreState(await search);
  const visible = views.filter((view) => state.dataset === 'spans' || view !== 'heat-map');
  return (
    <div className="mt-2">
      <Tabs
        label="Views"
        tabs={visible.map((view) => ({
          name: names[view],
          href: exploreHref({ ...state, view, sort: null, cursor: null }),
          isCurrent: view === state.view,
        }))}
      />
    </div>
  );
}
