'use client';

import clsx from 'clsx';
import { usePathname } from 'next/navigation';
import { useEffect, useRef, type ReactNode } from 'react';
import type { Route } from 'next';
import { Link } from '#ui/link.tsx';
import { tabClass } from '#ui/tabs.tsx';
import { projectSettingEntries } from './settings-index.ts';

const tabs = projectSettingEntries.filter(({ page }) => page === null);

export function ProjectTabs({ slug }: { slug: string }) {
  const here = usePathname();
  const strip = useRef<HTMLElement>(null);
  // On narrow screens, scroll the current tab into view.
  useEffect(() => {
    const tab = strip.current?.querySelector<HTMLElement>('[aria-current]');
    if (tab) strip.current!.scrollLeft = tab.offsetLeft - (strip.current!.clientWidth - tab.clientWidth) / 2;
  }, [here]);
  return (
    <nav
      ref={strip}
      aria-label="Project settings"
      className="relative mb-5 flex [scrollbar-width:none] overflow-x-auto border-b border-line"
    >
      {tabs.map(({ path, name }) => {
        const href = `/settings/projects/${encodeURIComponent(slug)}${path}`;
        const isHere = here === href;
        return (
          <Link
            key={path}
            href={href as Route}
            aria-current={isHere ? 'page' : undefined}
            className={clsx('-mb-px px-2!', tabClass(isHere))}
          >
            {name}
          </Link>
        );
      })}
    </nav>
  );
}

/** The content under the tabs. The tabs’ bottom line replaces the first section’s top line. */
export function UnderTabs({ children }: { children: ReactNode }) {
  return (
    <div className="[&>:is(section:first-child,[role=status]:first-child+section)]:border-t-0 [&>:is(section:first-child,[role=status]:first-child+section)]:pt-0">
      {children}
    </div>
  );
}
