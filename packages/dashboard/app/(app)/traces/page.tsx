import { Suspense } from 'react';
import { titleOf } from '#navigation';
import { PagePart } from '#ui/states/page-part.tsx';
import { LoadingBlock, LoadingRows } from '#ui/states/loading.tsx';
import { ContextBar } from '#shell/context-bar/context-bar.tsx';
import { NotForSupport } from '#shell/not-for-support.tsx';
import { Page } from '#shell/page.tsx';
import { AreaTabs } from '#features/traces/area-tabs.tsx';
import { SegmentList } from '#features/traces/segment-list.tsx';
import { SegmentSearch } from '#features/traces/segment-search.tsx';

export const metadata = titleOf('/traces');

export default function TracesPage({ searchParams }: PageProps<'/traces'>) {
  return (
    <Page
      wide
      title="Traces"
      state="Page loads, requests and jobs."
      bar={<ContextBar page="/traces" search={searchParams} />}
    >
      <Suspense fallback={null}>
        <NotForSupport />
      </Suspense>
      <PagePart name="The pages of traces" loading={<LoadingBlock height={45} />}>
        <AreaTabs current="/traces" search={searchParams} />
      </PagePart>
      <PagePart name="The search" loading={<LoadingBlock height={40} />}>
        <SegmentSearch search={searchParams} />
      </PagePart>
      <PagePart name="The list of traces" loading={<LoadingRows rows={12} label="Loading traces" />}>
        <SegmentList search={searchParams} />
      </PagePart>
    </Page>
  );
}
