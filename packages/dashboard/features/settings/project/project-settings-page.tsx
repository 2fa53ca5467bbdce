import { Suspense, type ReactNode } from 'react';
import { LoadingBlock, LoadingText } from '#ui/states/loading.tsx';
import { ProjectCrumbs } from '../project-crumbs.tsx';
import { ProjectTabs, UnderTabs } from '../project-tabs.tsx';
import { SettingsPage } from '../settings-page.tsx';

export type ProjectParams = Promise<{ project: string }>;

interface Props {
  title: string;
  state: string;
  params: ProjectParams;
  children: ReactNode;
}

/** The layout of a project settings page: the project and the tabs. */
export function ProjectSettingsPage({ title, state, params, children }: Props) {
  return (
    <SettingsPage
      title={title}
      state={state}
      crumbs={
        <Suspense fallback={<LoadingText />}>
          <ProjectCrumbs page={title} params={params} />
        </Suspense>
      }
    >
      <Tabs params={params} />
      <UnderTabs>
        <Suspense fallback={<LoadingBlock height={320} />}>{children}</Suspense>
      </UnderTabs>
    </SettingsPage>
  );
}

async function Tabs({ params }: { params: ProjectParams }) {
  const { project } = await params;
  return <ProjectTabs slug={project} />;
}
