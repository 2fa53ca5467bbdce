import { Suspense, type ReactNode } from 'react';
import { Contained } from '#components/states/failure.tsx';
import { LoadingBlock } from '#components/states/loading.tsx';
import { Page } from '#features/frame/page.tsx';
import { runtime } from '#server/runtime.ts';
import { ask } from '#server/viewer.ts';
import { SettingsNav } from './settings-nav.tsx';
import { SettingsSearch } from './settings-search.tsx';

/** The frame of every settings page: where one is, and the way to the others. */
export function SettingsPage({ title, state, children }: { title: string; state?: string; children: ReactNode }) {
  return (
    <Page title={title} state={state}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 md:grid-cols-[180px_minmax(0,1fr)]">
        <div className="self-start">
          <Suspense fallback={<LoadingBlock height={40} />}>
            <Search />
          </Suspense>
          <Suspense fallback={<LoadingBlock height={110} />}>
            <SettingsNav />
          </Suspense>
        </div>
        <div className="max-w-[860px] min-w-0">
          <Contained what={title}>
            <Suspense fallback={<LoadingBlock height={320} />}>{children}</Suspense>
          </Contained>
        </div>
      </div>
    </Page>
  );
}

async function Search() {
  const projects = await ask((viewer) => runtime().query.listProjects(viewer));
  return <SettingsSearch projects={projects.map(({ slug, name }) => ({ slug, name }))} />;
}
