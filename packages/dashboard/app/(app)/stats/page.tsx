import type { Metadata } from 'next';
import { Suspense } from 'react';
import { ErrorBoundary } from '#ui/states/error-boundary.tsx';
import { LoadingBlock } from '#ui/states/loading.tsx';
import { ContextBar } from '#shell/context-bar/context-bar.tsx';
import { NotForSupport } from '#shell/not-for-support.tsx';
import { Page } from '#shell/page.tsx';
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
      <ErrorBoundary name="The stats">
        <Suspense fallback={<LoadingBlock height={480} label="Loading stats" />}>
          <Stats search={searchParams} />
        </Suspense>
      </ErrorBoundary>
    </Page>
  );
}
