import { PagePart } from '#ui/states/page-part.tsx';
import { LoadingBlock } from '#ui/states/loading.tsx';
import { FeedbackDetail } from '#features/feedback/feedback-detail.tsx';
import { PageMain } from '#shell/page-main.tsx';

export default function FeedbackPage({ params }: PageProps<'/feedback/[id]'>) {
  return (
    <PageMain>
      <PagePart name="The feedback" loading={<LoadingBlock height={360} label="Loading the feedback" />}>
        <FeedbackDetail params={params} />
      </PagePart>
    </PageMain>
  );
}
