'use client';

import clsx from 'clsx';
import type { Route } from 'next';
import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';
import { Link } from '#components/ui/link.tsx';

/** A place in the rail or in the foot bar; knows whether the person is there. */
export function NavLink({
  href,
  name,
  icon,
  foot = false,
}: {
  href: Route;
  name: string;
  icon: ReactNode;
  foot?: boolean;
}) {
  const here = usePathname().split('/')[1] === href.split('/')[1];
  return (
    <Link
      href={href}
      aria-current={here ? 'page' : undefined}
      title={foot ? undefined : name}
      className={clsx(
        foot
          ? 'flex h-14 flex-col items-center justify-center gap-0.5 text-12'
          : 'flex h-9 items-center gap-2.5 rounded-md px-2.5 text-13',
        here ? 'font-medium text-accent' : 'text-muted hover:text-ink',
        here && !foot && 'bg-accent-wash',
        !here && !foot && 'hover:bg-hover',
      )}
    >
      {icon}
      <span className={foot ? undefined : 'sr-only xl:not-sr-only'}>{name}</span>
    </Link>
  );
}
