import clsx from 'clsx';
import { Suspense, type ReactNode } from 'react';
import { PagePart } from '#ui/states/page-part.tsx';
import { LoadingBlock } from '#ui/states/loading.tsx';
import { Page } from '#shell/page.tsx';
import { denied, visibleProjects } from '#server/viewer.ts';
import { projectSettingEntries, settingEntries } from './settings-index.ts';
import { SettingsNav } from './settings-nav.tsx';
import { SettingsSearch } from './settings-search.tsx';

interface Props {
  title: string;
  state: string;
  /** Of a page within another one. Phones have no room for more ways than these. */
  crumbs?: ReactNode;
  children: ReactNode;
}

/** The frame of every settings page: where one is, and the way to the others. */
export function SettingsPage({ title, state, crumbs, children }: Props) {
  return (
    <Page title={title} state={state} crumbs={crumbs}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 md:grid-cols-[180px_minmax(0,1fr)]">
        <div className={clsx('self-start', crumbs && 'max-md:hidden')}>
          <Suspense fallback={<LoadingBlock height={40} />}>
            <Search />
          </Suspense>
          <Suspense fallback={<LoadingBlock height={110} />}>
            <Nav />
          </Suspense>
        </div>
        <div className="max-w-[860px] min-w-0 [&>section:first-child]:border-t-0 [&>section:first-child]:pt-0">
          <PagePart name={title} loading={<LoadingBlock height={320} />}>
            {children}
          </PagePart>
        </div>
      </div>
    </Page>
  );
}

async function Nav() {
  const off = await denied(settingEntries);
  const pages = settingEntries.filter(
    ({ page, permission }) => page === null && !(permission && off.includes(permission)),
  );
  return <SettingsNav pages={pages.map(({ path, name }) => ({ path, name }))} />;
}

async function Search() {
  const [projects, off] = await Promise.all([visibleProjects(), denied([...settingEntries, ...projectSettingEntries])]);
  return <SettingsSearch off={off} projects={projects.map(({ slug, name }) => ({ slug, name }))} />;
}
