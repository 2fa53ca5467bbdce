import type { Route } from 'next';
import type { ReactNode } from 'react';
import { buttonClass } from '#ui/button.tsx';
import { Link } from '#ui/link.tsx';

interface PageLink {
  name: string;
  href: string;
}

interface Props {
  /** Absent on the first page. */
  first: PageLink | null;
  /** Absent on the last page. */
  next: PageLink | null;
  /** What else one can do with the list. */
  children?: ReactNode;
}

/** Below a list: its first page, the next one, and more. */
export function Pager({ first, next, children }: Props) {
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-center gap-2 py-5">
      {[first, next].map((page) =>
        page === null ? null : (
          <Link key={page.name} href={page.href as Route} className={buttonClass()}>
            {page.name}
          </Link>
        ),
      )}
      {children}
    </nav>
  );
}
