'use client';

import clsx from 'clsx';
import { usePathname } from 'next/navigation';
import type { Route } from 'next';
import { Link } from '#ui/link.tsx';
import type { SettingEntry } from './settings-index.ts';

export function SettingsNav({ pages }: { pages: Pick<SettingEntry, 'path' | 'name'>[] }) {
  const path = usePathname();
  return (
    <nav aria-label="Settings" className="flex flex-wrap gap-1 border-b border-line pb-2 md:flex-col md:border-b-0">
      {pages.map(({ path: href, name }) => {
        const here = href === '/settings' ? path === href || path.startsWith('/settings/projects') : path === href;
        return (
          <Link
            key={href}
            href={href as Route}
            aria-current={here ? 'page' : undefined}
            className={clsx(
              'rounded-md px-2.5 py-1.5 text-13 pointer-coarse:py-3',
              here ? 'bg-hover font-medium' : 'text-muted hover:bg-hover hover:text-ink',
            )}
          >
            {name}
          </Link>
        );
      })}
    </nav>
  );
}
