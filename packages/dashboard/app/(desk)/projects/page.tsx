import type { Metadata } from 'next';
import { Suspense } from 'react';
import { Contained } from '#components/states/failure.tsx';
import { LoadingRows } from '#components/states/loading.tsx';
import { ContextBar } from '#features/context-bar/context-bar.tsx';
import { NotForSupport } from '#features/frame/not-for-support.tsx';
import { Page } from '#features/frame/page.tsx';
import { NewProjectLink } from '#features/home/new-project-link.tsx';
import { ProjectCards } from '#features/home/cards.tsx';
import { LiveRefresh } from '#features/live/live-refresh.tsx';

export const metadata: Metadata = { title: 'Projects' };

export default function ProjectsPage({ searchParams }: PageProps<'/projects'>) {
  return (
    <Page
      title="Projects"
      state="Each application, and how it does."
      bar={<ContextBar page="/projects" search={searchParams} />}
    >
      <Suspense fallback={null}>
        <NotForSupport />
      </Suspense>
      <LiveRefresh what="Updates" />
      <Contained what="The list of projects">
        <Suspense fallback={<LoadingRows rows={6} height={56} label="Loading projects" />}>
          <ProjectCards search={searchParams} />
        </Suspense>
      </Contained>
      <Suspense fallback={null}>
        <NewProjectLink className="mt-4" />
      </Suspense>
    </Page>
  );
}
