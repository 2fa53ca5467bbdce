import { Suspense } from 'react';
import { Contained } from '#components/states/failure.tsx';
import { LoadingBlock } from '#components/states/loading.tsx';
import { FeedbackDetail } from '#features/feedback/feedback-detail.tsx';

export default function FeedbackPage({ params }: PageProps<'/feedback/[id]'>) {
  return (
    <main
      tabIndex={-1}
      className="mx-auto w-full max-w-[1440px] min-w-0 flex-1 px-4 pb-24 outline-none md:px-6 md:pb-12"
    >
      <Contained what="The feedback">
        <Suspense fallback={<LoadingBlock height={360} label="Loading the feedback" />}>
          <FeedbackDetail params={params} />
        </Suspense>
      </Contained>
    </main>
  );
}
