import { Suspense } from 'react';
import { LoadingBlock } from '#ui/states/loading.tsx';
import { SharedIssue } from '#features/share/shared-issue.tsx';

export default function SharedIssuePage({ params }: PageProps<'/shared/[link]'>) {
  return (
    <Suspense fallback={<LoadingBlock height={320} label="Loading the issue" />}>
      <SharedIssue params={params} />
    </Suspense>
  );
}
