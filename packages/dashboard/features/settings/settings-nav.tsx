'use client';

import clsx from 'clsx';
import { usePathname } from 'next/navigation';
import { Link } from '#components/ui/link.tsx';

const pages = [
  { href: '/settings', name: 'Projects' },
  { href: '/settings/members', name: 'Members' },
  { href: '/settings/teams', name: 'Teams' },
  { href: '/settings/sign-on', name: 'Single sign-on' },
  { href: '/settings/tokens', name: 'API tokens' },
  { href: '/settings/account', name: 'Account' },
  { href: '/settings/audit', name: 'Audit log' },
] as const;

export function SettingsNav() {
  const path = usePathname();
  return (
    <nav
      aria-label="Settings"
      className="flex flex-wrap gap-1 self-start border-b border-line pb-2 md:flex-col md:border-b-0"
    >
      {pages.map(({ href, name }) => {
        const here = href === '/settings' ? path === href || path.startsWith('/settings/projects') : path === href;
        return (
          <Link
            key={href}
            href={href}
            aria-current={here ? 'page' : undefined}
            className={clsx(
              'rounded-md px-2.5 py-1.5 text-13',
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
