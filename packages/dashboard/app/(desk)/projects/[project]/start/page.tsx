import type { Metadata } from 'next';
import { Suspense } from 'react';
import { Contained } from '#components/states/failure.tsx';
import { LoadingBlock } from '#components/states/loading.tsx';
import { Page } from '#features/frame/page.tsx';
import { Start } from '#features/start/start.tsx';

export const metadata: Metadata = { title: 'Send the first event' };

export default function StartPage({ params, searchParams }: PageProps<'/projects/[project]/start'>) {
  return (
    <Page title="Send the first event" state="A few steps; the SDK you already use works as it is.">
      <div className="mt-3">
        <Contained what="The snippets">
          <Suspense fallback={<LoadingBlock height={420} />}>
            <Start params={params} search={searchParams} />
          </Suspense>
        </Contained>
      </div>
    </Page>
  );
}
