import type { Metadata } from 'next';
import { Suspense } from 'react';
import { Contained } from '#components/states/failure.tsx';
import { LoadingRows } from '#components/states/loading.tsx';
import { Page } from '#features/frame/page.tsx';
import { Comparison } from '#features/grouping/comparison.tsx';

export const metadata: Metadata = { title: 'Compare the grouping' };

export default function Compare({ params, searchParams }: PageProps<'/issues/[shortId]/compare'>) {
  return (
    <Page title="Compare the grouping" state="What two events have in common, and what tells them apart.">
      <Contained what="The comparison">
        <Suspense fallback={<LoadingRows rows={8} height={44} label="Loading both events" />}>
          <Comparison params={params} search={searchParams} />
        </Suspense>
      </Contained>
    </Page>
  );
}
