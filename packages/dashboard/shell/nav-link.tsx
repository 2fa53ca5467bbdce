'use client';

import clsx from 'clsx';
import type { Route } from 'next';
import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';
import { Link } from '#ui/link.tsx';
import { useWithContext } from './context-bar/page-context.tsx';

const rail = 'flex h-9 items-center gap-2.5 rounded-md px-2.5 text-13 hover:bg-hover aria-[current]:bg-accent-wash';

const variants = {
  rail,
  /** Only where the rail has no names. */
  narrow: `${rail} wide-rail:hidden`,
  line: 'flex h-11 items-center gap-2.5 rounded-md px-2.5 text-14 hover:bg-hover aria-[current]:bg-accent-wash',
  foot: 'flex h-14 flex-col items-center justify-center gap-0.5 text-12',
};

/** A place in the rail or at the foot; knows whether the person is there, and leads to what is looked at. */
export function NavLink({
  href,
  name,
  icon,
  variant,
}: {
  href: Route;
  name: string;
  icon: ReactNode;
  variant: keyof typeof variants;
}) {
  const carry = useWithContext();
  const isInRail = variant === 'rail' || variant === 'narrow';
  const here = usePathname().split('/')[1] === href.split('/')[1];
  return (
    <Link
      href={carry(href) as Route}
      aria-current={here ? 'page' : undefined}
      title={isInRail ? name : undefined}
      className={clsx(variants[variant], here ? 'font-medium text-accent' : 'text-muted hover:text-ink')}
    >
      {icon}
      <span className={isInRail ? 'sr-only wide-rail:not-sr-only' : undefined}>{name}</span>
    </Link>
  );
}
