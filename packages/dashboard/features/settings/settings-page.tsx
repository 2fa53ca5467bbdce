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
  /** For pages within another one. Phones have no space for more navigation. */
  crumbs?: ReactNode;
  children: ReactNode;
}

/** The layout of every settings page, with its breadcrumbs and navigation. */
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
