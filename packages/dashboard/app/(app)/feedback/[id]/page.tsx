import { Suspense } from 'react';
import { ErrorBoundary } from '#ui/states/error-boundary.tsx';
import { LoadingBlock } from '#ui/states/loading.tsx';
import { FeedbackDetail } from '#features/feedback/feedback-detail.tsx';
import { PageMain } from '#shell/page-main.tsx';

export default function FeedbackPage({ params }: PageProps<'/feedback/[id]'>) {
  return (
    <PageMain>
      <ErrorBoundary name="The feedback">
        <Suspense fallback={<LoadingBlock height={360} label="Loading the feedback" />}>
          <FeedbackDetail params={params} />
        </Suspense>
      </ErrorBoundary>
    </PageMain>
  );
}
