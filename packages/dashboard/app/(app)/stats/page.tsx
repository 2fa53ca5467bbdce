import { Suspense } from 'react';
import { titleOf } from '#navigation';
import { PagePart } from '#ui/states/page-part.tsx';
import { LoadingBlock } from '#ui/states/loading.tsx';
import { ContextBar } from '#shell/context-bar/context-bar.tsx';
import { NotForSupport } from '#shell/not-for-support.tsx';
import { Page } from '#shell/page.tsx';
import { SpikeNotice } from '#features/settings/spike-notice.tsx';
import { Stats } from '#features/stats/stats.tsx';
import { Storage } from '#features/stats/storage.tsx';

export const metadata = titleOf('/stats');

export default function StatsPage({ searchParams }: PageProps<'/stats'>) {
  return (
    <Page
      title="Stats"
      state="Every item received ends in exactly one outcome."
      bar={<ContextBar page="/stats" search={searchParams} />}
    >
      <Suspense fallback={null}>
        <NotForSupport />
      </Suspense>
      <Suspense fallback={null}>
        <SpikeNotice />
      </Suspense>
      <PagePart name="The stats" loading={<LoadingBlock height={480} label="Loading stats" />}>
        <Stats search={searchParams} />
      </PagePart>
      <PagePart name="Storage" loading={<LoadingBlock height={240} label="Loading storage" />}>
        <Storage search={searchParams} />
      </PagePart>
    </Page>
  );
}
