import { Suspense } from 'react';
import { AreaTabs } from '#features/traces/area-tabs.tsx';
import { GroupList } from '#features/performance/group-list.tsx';
import { KindTabs } from '#features/performance/kind-tabs.tsx';
import { ContextBar } from '#shell/context-bar/context-bar.tsx';
import { NotForSupport } from '#shell/not-for-support.tsx';
import { Page } from '#shell/page.tsx';
import { LoadingBlock, LoadingRows } from '#ui/states/loading.tsx';
import { PagePart } from '#ui/states/page-part.tsx';

export const metadata = { title: 'Performance' };

export default function PerformancePage({ searchParams }: PageProps<'/traces/performance'>) {
  return (
    <Page
      wide
      title="Performance"
      state="What takes time, fails, or became slower."
      bar={<ContextBar page="/traces/performance" search={searchParams} />}
    >
      <Suspense fallback={null}>
        <NotForSupport />
      </Suspense>
      <PagePart name="The pages of traces" loading={<LoadingBlock height={45} />}>
        <AreaTabs current="/traces/performance" search={searchParams} />
      </PagePart>
      <PagePart name="The kinds" loading={<LoadingBlock height={45} />}>
        <KindTabs search={searchParams} />
      </PagePart>
      <PagePart name="The measurements" loading={<LoadingRows rows={12} label="Loading measurements" />}>
        <GroupList search={searchParams} />
      </PagePart>
    </Page>
  );
}
