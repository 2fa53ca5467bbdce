import { Fragment, type ReactNode } from 'react';
import { ContextLink } from './context-link.tsx';

export interface Crumb {
  name: ReactNode;
  /** Left out for the page itself. */
  href?: string;
}

/** Breadcrumbs. Links to lists keep the selected context. */
export function Crumbs({ crumbs, children }: { crumbs: Crumb[]; children?: ReactNode }) {
  return (
    <nav aria-label="Breadcrumb" className="flex min-w-0 flex-wrap items-center gap-x-1.5 text-13 text-muted">
      {crumbs.map(({ name, href }, index) => (
        <Fragment key={index}>
          {index > 0 ? <span aria-hidden>/</span> : null}
          {href === undefined ? (
            <span aria-current="page" className="min-w-0 font-medium [overflow-wrap:anywhere] text-ink">
              {name}
            </span>
          ) : (
            <ContextLink href={href} className="min-w-0 truncate rounded-sm hover:text-ink hover:underline">
              {name}
            </ContextLink>
          )}
        </Fragment>
      ))}
      {children}
    </nav>
  );
}
