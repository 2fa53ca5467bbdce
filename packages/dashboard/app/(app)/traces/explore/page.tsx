import { Suspense } from 'react';
import { Faceted } from '#explorer/faceted.tsx';
import { ContextBar } from '#shell/context-bar/context-bar.tsx';
import { NotForSupport } from '#shell/not-for-support.tsx';
import { Page } from '#shell/page.tsx';
import { AreaTabs } from '#features/traces/area-tabs.tsx';
import { ExploreFacets } from '#features/explore/explore-facets.tsx';
import { ExploreViews } from '#features/explore/explore-views.tsx';
import { ExploreSearch } from '#features/explore/explore-search.tsx';
import { ExploreResult } from '#features/explore/explore-result.tsx';
import { LoadingBlock, LoadingRows } from '#ui/states/loading.tsx';
import { PagePart } from '#ui/states/page-part.tsx';

export const metadata = { title: 'Explore' };

export default function ExplorePage({ searchParams }: PageProps<'/traces/explore'>) {
  return (
    <Page
      wide
      title="Explore"
      state="Search spans and errors, and measure them."
      bar={<ContextBar page="/traces/explore" search={searchParams} />}
    >
      <Suspense fallback={null}>
        <NotForSupport />
      </Suspense>
      <PagePart name="The pages of traces" loading={<LoadingBlock height={45} />}>
        <AreaTabs current="/traces/explore" search={searchParams} />
      </PagePart>
      <PagePart name="The search" loading={<LoadingBlock height={32} />}>
        <ExploreSearch search={searchParams} />
      </PagePart>
      <PagePart name="The views" loading={<LoadingBlock height={45} />}>
        <ExploreViews search={searchParams} />
      </PagePart>
      <Faceted
        facets={<ExploreFacets search={searchParams} />}
        loading={
          <div className="hidden facets-shown:block">
            <LoadingBlock height={84} label="Loading the facets" />
          </div>
        }
      >
        <PagePart name="The result" loading={<LoadingRows rows={12} label="Loading the result" />}>
          <ExploreResult search={searchParams} />
        </PagePart>
      </Faceted>
    </Page>
  );
}
