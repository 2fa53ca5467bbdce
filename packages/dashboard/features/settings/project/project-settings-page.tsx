import { Suspense, type ReactNode } from 'react';
import { LoadingBlock } from '#components/states/loading.tsx';
import { ProjectHead } from '../project-head.tsx';
import { UnderTabs } from '../project-tabs.tsx';
import { SettingsPage } from '../settings-page.tsx';

export type ProjectParams = Promise<{ project: string }>;

/** The frame of a page of a project's settings, under the name of the project. */
export function ProjectSettingsPage({
  title,
  state,
  params,
  children,
}: {
  title: string;
  state: string;
  params: ProjectParams;
  children: ReactNode;
}) {
  return (
    <SettingsPage title={title} state={state}>
      <Head title={title} params={params} />
      <UnderTabs>
        <Suspense fallback={<LoadingBlock height={320} />}>{children}</Suspense>
      </UnderTabs>
    </SettingsPage>
  );
}

async function Head({ title, params }: { title: string; params: ProjectParams }) {
  const { project } = await params;
  return <ProjectHead slug={project} what={title} />;
}
