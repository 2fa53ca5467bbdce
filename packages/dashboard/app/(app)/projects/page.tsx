import { Suspense } from 'react';
import { titleOf } from '#navigation';
import { PagePart } from '#ui/states/page-part.tsx';
import { LoadingRows } from '#ui/states/loading.tsx';
import { ContextBar } from '#shell/context-bar/context-bar.tsx';
import { NotForSupport } from '#shell/not-for-support.tsx';
import { Page } from '#shell/page.tsx';
import { NewProjectLink } from '#features/home/new-project-link.tsx';
import { ProjectCards } from '#features/home/cards.tsx';
import { LiveRefresh } from '#shell/live/live-refresh.tsx';

export const metadata = titleOf('/projects');

export default function ProjectsPage({ searchParams }: PageProps<'/projects'>) {
  return (
    <Page
      title="Projects"
      state="Errors, users and releases of each project."
      bar={<ContextBar page="/projects" search={searchParams} />}
    >
      <Suspense fallback={null}>
        <NotForSupport />
      </Suspense>
      <LiveRefresh label="Updates" />
      <PagePart name="The project list" loading={<LoadingRows rows={6} height={56} label="Loading projects" />}>
        <ProjectCards search={searchParams} />
      </PagePart>
      <Suspense fallback={null}>
        <NewProjectLink className="mt-4" />
      </Suspense>
    </Page>
  );
}
