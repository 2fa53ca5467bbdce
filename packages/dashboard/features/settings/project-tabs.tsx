'use client';

import clsx from 'clsx';
import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';
import type { Route } from 'next';
import { Link } from '#components/ui/link.tsx';
import { tabClass } from '#components/ui/tabs.tsx';
import { projectSettingPlaces } from './places.ts';

const tabs = projectSettingPlaces.filter(({ page }) => page === null);

export function ProjectTabs({ slug }: { slug: string }) {
  const here = usePathname();
  return (
    <nav aria-label="Settings of the project" className="mb-5 flex flex-wrap border-b border-line">
      {tabs.map(({ path, name }) => {
        const href = `/settings/projects/${encodeURIComponent(slug)}${path}`;
        const isHere = here === href;
        return (
          <Link
            key={path}
            href={href as Route}
            aria-current={isHere ? 'page' : undefined}
            className={clsx('-mb-px', tabClass(isHere))}
          >
            {name}
          </Link>
        );
      })}
    </nav>
  );
}

/** What stands under the tabs: the line below them is the first section's. */
export function UnderTabs({ children }: { children: ReactNode }) {
  return <div className="[&>section:first-child]:border-t-0 [&>section:first-child]:pt-0">{children}</div>;
}
