import type { Metadata } from 'next';
import { Suspense } from 'react';
import { PagePart } from '#ui/states/page-part.tsx';
import { LoadingBlock, LoadingText } from '#ui/states/loading.tsx';
import { Crumbs } from '#shell/crumbs.tsx';
import { Page } from '#shell/page.tsx';
import { readProject } from '#features/home/read.ts';
import { projectHref } from '#features/home/search-params.ts';
import { Start } from '#features/start/start.tsx';

export const metadata: Metadata = { title: 'Send your first event' };

export default function StartPage({ params, searchParams }: PageProps<'/projects/[project]/start'>) {
  return (
    <Page
      title="Send your first event"
      state="If you already use a Sentry SDK, only the DSN changes."
      crumbs={
        <Suspense fallback={<LoadingText />}>
          <StartCrumbs params={params} />
        </Suspense>
      }
    >
      <div className="mt-3">
        <PagePart name="The setup steps" loading={<LoadingBlock height={420} />}>
          <Start params={params} search={searchParams} />
        </PagePart>
      </div>
    </Page>
  );
}

async function StartCrumbs({ params }: { params: Promise<{ project: string }> }) {
  const { project: slug } = await params;
  const { name } = await readProject(slug);
  return (
    <Crumbs
      crumbs={[{ name: 'Projects', href: '/projects' }, { name, href: projectHref(slug) }, { name: 'SDK setup' }]}
    />
  );
}
