import { Suspense } from 'react';
import { titleOf } from '#navigation';
import { PagePart } from '#ui/states/page-part.tsx';
import { LoadingRows, LoadingText } from '#ui/states/loading.tsx';
import { ContextBar } from '#shell/context-bar/context-bar.tsx';
import { Alerts } from '#features/alerts/alerts.tsx';
import { MessageState } from '#features/alerts/message-state.tsx';
import { NotForSupport } from '#shell/not-for-support.tsx';
import { Page } from '#shell/page.tsx';

export const metadata = titleOf('/alerts');

export default function AlertsPage({ searchParams }: PageProps<'/alerts'>) {
  const state = (
    <PagePart name="The channels" loading={<LoadingText />}>
      <MessageState />
    </PagePart>
  );
  return (
    <Page title="Alerts" state={state} bar={<ContextBar page="/alerts" search={searchParams} />}>
      <Suspense fallback={null}>
        <NotForSupport />
      </Suspense>
      <PagePart name="The alerts" loading={<LoadingRows rows={10} height={57} label="Loading alerts" />}>
        <Alerts search={searchParams} />
      </PagePart>
    </Page>
  );
}
