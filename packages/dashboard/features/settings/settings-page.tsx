import type { ReactNode } from 'react';
import { PagePart } from '#ui/states/page-part.tsx';
import { LoadingBlock } from '#ui/states/loading.tsx';
import { Crumbs } from '#shell/crumbs.tsx';
import { Page } from '#shell/page.tsx';
import { settingLevels, settingPages } from './settings-index.ts';

/** The metadata of a settings page. */
export const settingsTitle = (path: string) => ({ title: `${pageAt(path).name} · Settings` });

const pageAt = (path: string) => settingPages.find((page) => page.path === path)!;

interface Props {
  title: string;
  state: string;
  crumbs?: ReactNode;
  children: ReactNode;
}

/** The layout of every settings page. */
export function SettingsPage({ title, state, crumbs, children }: Props) {
  return (
    <Page title={title} state={state} crumbs={crumbs}>
      <div className="max-w-[860px] min-w-0 [&>:is(section:first-child,[role=status]:first-child+section)]:border-t-0 [&>:is(section:first-child,[role=status]:first-child+section)]:pt-0">
        <PagePart name={title} loading={<LoadingBlock height={320} />}>
          {children}
        </PagePart>
      </div>
    </Page>
  );
}

/** A page of the account or the organization, with its name from the registry. */
export function GlobalSettingsPage({ path, state, children }: { path: string; state: string; children: ReactNode }) {
  const { level, name } = pageAt(path);
  return (
    <SettingsPage
      title={name}
      state={state}
      crumbs={<Crumbs crumbs={[{ name: `${settingLevels[level]} settings`, href: '/settings' }, { name }]} />}
    >
      {children}
    </SettingsPage>
  );
}
