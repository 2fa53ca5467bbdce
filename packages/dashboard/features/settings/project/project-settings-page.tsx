import { Suspense, type ReactNode } from 'react';
import { LoadingBlock, LoadingText } from '#ui/states/loading.tsx';
import { ProjectCrumbs } from '../project-crumbs.tsx';
import { settingPages } from '../settings-index.ts';
import { SettingsPage } from '../settings-page.tsx';

export type ProjectParams = Promise<{ project: string }>;

interface Props {
  /** The part after the project. */
  path: string;
  state: string;
  params: ProjectParams;
  children: ReactNode;
}

/** A page of a project's settings, with its name from the registry. */
export function ProjectSettingsPage({ path, state, params, children }: Props) {
  const { name } = settingPages.find((page) => page.level === 'project' && page.path === path)!;
  return (
    <SettingsPage
      title={name}
      state={state}
      crumbs={
        <Suspense fallback={<LoadingText />}>
          <ProjectCrumbs page={name} params={params} />
        </Suspense>
      }
    >
      <Suspense fallback={<LoadingBlock height={320} />}>{children}</Suspense>
    </SettingsPage>
  );
}
