'use client';

import clsx from 'clsx';
import type { Route } from 'next';
import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';
import { isWithin } from '#navigation';
import { Link } from '#ui/link.tsx';
import { useWithContext } from './context-bar/page-context.tsx';

const variants = {
  sidebar: 'flex h-9 items-center gap-2.5 rounded-md px-2.5 text-13 hover:bg-hover aria-[current]:bg-accent-wash',
  line: 'flex h-11 items-center gap-2.5 rounded-md px-2.5 text-14 hover:bg-hover aria-[current]:bg-accent-wash',
  bottom: 'flex h-14 flex-col items-center justify-center gap-0.5 text-12',
};

interface Props {
  href: Route;
  name: string;
  icon: ReactNode;
  variant: keyof typeof variants;
}

/** A navigation link. It marks the current page and keeps the selected projects, environments and time range. */
export function NavLink({ href, name, icon, variant }: Props) {
  const withContext = useWithContext();
  const isInSidebar = variant === 'sidebar';
  const here = isWithin(usePathname(), href);
  return (
    <Link
      href={withContext(href) as Route}
      aria-current={here ? 'page' : undefined}
      title={isInSidebar ? name : undefined}
      className={clsx(variants[variant], here ? 'font-medium text-accent' : 'text-muted hover:text-ink')}
    >
      {icon}
      <span className={isInSidebar ? 'sr-only wide-sidebar:not-sr-only' : undefined}>{name}</span>
    </Link>
  );
}
