import type { Metadata } from 'next';
import { Suspense } from 'react';
import { ErrorBoundary } from '#ui/states/error-boundary.tsx';
import { LoadingRows, LoadingText } from '#ui/states/loading.tsx';
import { ContextBar } from '#shell/context-bar/context-bar.tsx';
import { FeedbackList, FeedbackState } from '#features/feedback/feedback-list.tsx';
import { NotForSupport } from '#shell/not-for-support.tsx';
import { Page } from '#shell/page.tsx';

export const metadata: Metadata = { title: 'Feedback' };

export default function FeedbackListPage({ searchParams }: PageProps<'/feedback'>) {
  const state = (
    <ErrorBoundary name="The summary">
      <Suspense fallback={<LoadingText />}>
        <FeedbackState search={searchParams} />
      </Suspense>
    </ErrorBoundary>
  );
  return (
    <Page title="Feedback" state={state} bar={<ContextBar page="/feedback" search={searchParams} />}>
      <Suspense fallback={null}>
        <NotForSupport />
      </Suspense>
      <ErrorBoundary name="The feedback list">
        <Suspense fallback={<LoadingRows rows={10} height={66} label="Loading feedback" />}>
          <FeedbackList search={searchParams} />
        </Suspense>
      </ErrorBoundary>
    </Page>
  );
}
