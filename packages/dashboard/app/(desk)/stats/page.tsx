import type { Metadata } from 'next';
import { Suspense } from 'react';
import { Contained } from '#components/states/failure.tsx';
import { LoadingBlock } from '#components/states/loading.tsx';
import { ContextBar } from '#features/context-bar/context-bar.tsx';
import { NotForSupport } from '#features/frame/not-for-support.tsx';
import { Page } from '#features/frame/page.tsx';
import { SpikeNotice } from '#features/settings/spike-notice.tsx';
import { Stats } from '#features/stats/stats.tsx';

export const metadata: Metadata = { title: 'Stats' };

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
      <Contained what="The ledger">
        <Suspense fallback={<LoadingBlock height={480} label="Loading the ledger" />}>
          <Stats search={searchParams} />
        </Suspense>
      </Contained>
    </Page>
  );
}
