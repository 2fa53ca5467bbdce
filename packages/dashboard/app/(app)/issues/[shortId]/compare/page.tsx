import type { Metadata } from 'next';
import { Suspense } from 'react';
import { PagePart } from '#ui/states/page-part.tsx';
import { LoadingRows, LoadingText } from '#ui/states/loading.tsx';
import { Crumbs } from '#shell/crumbs.tsx';
import { Page } from '#shell/page.tsx';
import { Comparison } from '#features/grouping/comparison.tsx';

export const metadata: Metadata = { title: 'Compare grouping' };

export default function Compare({ params, searchParams }: PageProps<'/issues/[shortId]/compare'>) {
  return (
    <Page
      title="Compare grouping"
      state="How two events are similar and where they differ."
      crumbs={
        <Suspense fallback={<LoadingText />}>
          <CompareCrumbs params={params} />
        </Suspense>
      }
    >
      <PagePart name="The comparison" loading={<LoadingRows rows={8} height={44} label="Loading both events" />}>
        <Comparison params={params} search={searchParams} />
      </PagePart>
    </Page>
  );
}

async function CompareCrumbs({ params }: { params: Promise<{ shortId: string }> }) {
  const { shortId } = await params;
  const issue = { name: shortId, href: `/issues/${encodeURIComponent(shortId)}` };
  return <Crumbs crumbs={[{ name: 'Issues', href: '/issues' }, issue, { name: 'Grouping' }]} />;
}
