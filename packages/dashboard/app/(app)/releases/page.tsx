import { Suspense } from 'react';
import { titleOf } from '#navigation';
import { PagePart } from '#ui/states/page-part.tsx';
import { LoadingBlock, LoadingRows } from '#ui/states/loading.tsx';
import { ContextBar } from '#shell/context-bar/context-bar.tsx';
import { NotForSupport } from '#shell/not-for-support.tsx';
import { Page } from '#shell/page.tsx';
import { ReleaseFilters } from '#features/releases/release-filters.tsx';
import { ReleaseList } from '#features/releases/release-list.tsx';

export const metadata = titleOf('/releases');

export default function ReleasesPage({ searchParams }: PageProps<'/releases'>) {
  return (
    <Page
      wide
      title="Releases"
      state="Versions you shipped and the issues each one introduced."
      bar={<ContextBar page="/releases" search={searchParams} />}
    >
      <Suspense fallback={null}>
        <NotForSupport />
      </Suspense>
      <PagePart name="The filters" loading={<LoadingBlock height={76} />}>
        <ReleaseFilters search={searchParams} />
      </PagePart>
      <div className="mt-3">
        <PagePart name="The release list" loading={<LoadingRows rows={10} height={57} label="Loading releases" />}>
          <ReleaseList search={searchParams} />
        </PagePart>
      </div>
    </Page>
  );
}
