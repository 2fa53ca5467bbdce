import { Suspense } from 'react';
import { titleOf } from '#navigation';
import { PagePart } from '#ui/states/page-part.tsx';
import { LoadingRows, LoadingText } from '#ui/states/loading.tsx';
import { ContextBar } from '#shell/context-bar/context-bar.tsx';
import { FeedbackList, FeedbackState } from '#features/feedback/feedback-list.tsx';
import { NotForSupport } from '#shell/not-for-support.tsx';
import { Page } from '#shell/page.tsx';

export const metadata = titleOf('/feedback');

export default function FeedbackListPage({ searchParams }: PageProps<'/feedback'>) {
  const state = (
    <PagePart name="The summary" loading={<LoadingText />}>
      <FeedbackState search={searchParams} />
    </PagePart>
  );
  return (
    <Page title="Feedback" state={state} bar={<ContextBar page="/feedback" search={searchParams} />}>
      <Suspense fallback={null}>
        <NotForSupport />
      </Suspense>
      <PagePart name="The feedback list" loading={<LoadingRows rows={10} height={66} label="Loading feedback" />}>
        <FeedbackList search={searchParams} />
      </PagePart>
    </Page>
  );
}
