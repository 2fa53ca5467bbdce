import { Suspense, type ReactNode } from 'react';
import { LoadingBlock } from '#ui/states/loading.tsx';
import { denied, me, organizationId, visibleProjects, viewer } from '#server/viewer.ts';
import { isSupportOnly } from '#shell/is-support-only.ts';
import { RevealSetting } from './reveal-setting.ts';
import { settingPages, settingPermissions } from './settings-index.ts';
import { SettingsNav } from './settings-nav.tsx';
import { SettingsSearch } from './settings-search.tsx';

/** The frame of the settings: search and navigation beside every page, or above it on narrow screens. */
export function SettingsShell({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-1 flex-col lg:flex-row">
      <div className="px-4 pt-4 md:px-6 lg:sticky lg:top-0 lg:z-20 lg:flex lg:h-dvh lg:w-[220px] lg:shrink-0 lg:flex-col lg:border-r lg:border-line lg:px-3">
        <Suspense fallback={<LoadingBlock height={32} />}>
          <Nav />
        </Suspense>
      </div>
      {children}
      <Suspense fallback={null}>
        <RevealSetting />
      </Suspense>
    </div>
  );
}

async function Nav() {
  const [account, { organizations }, shown] = await Promise.all([viewer(), me(), organizationId()]);
  const [found, off] = await Promise.all([isSupportOnly(account) ? [] : visibleProjects(), denied(settingPermissions)]);
  const projects = found.map(({ slug, name }) => ({ slug, name }));
  const pages = settingPages.filter(({ permission }) => !permission || !off.includes(permission));
  return (
    <SettingsNav
      pages={pages.map(({ level, path, name }) => ({ level, path, name }))}
      organization={organizations.find(({ id }) => id === shown)?.name ?? ''}
      projects={projects}
      search={<SettingsSearch off={off} projects={projects} />}
    />
  );
}
