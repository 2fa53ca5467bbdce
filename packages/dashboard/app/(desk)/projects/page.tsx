import type { Metadata } from 'next';
import { Suspense } from 'react';
import { Contained } from '#components/states/failure.tsx';
import { LoadingRows } from '#components/states/loading.tsx';
import { buttonClass } from '#components/ui/button.tsx';
import { Link } from '#components/ui/link.tsx';
import { ContextBar } from '#features/context-bar/context-bar.tsx';
import { Page } from '#features/frame/page.tsx';
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
      <LiveRefresh what="Updates" />
      <Contained what="The list of projects">
        <Suspense fallback={<LoadingRows rows={6} height={56} label="Loading projects" />}>
          <ProjectCards search={searchParams} />
        </Suspense>
      </Contained>
      <Link href="/projects/new" className={buttonClass('primary', false, 'mt-4')}>
        New project
      </Link>
    </Page>
  );
}
