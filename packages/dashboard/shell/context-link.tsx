'use client';

import type { Route } from 'next';
import { Suspense, type ReactNode } from 'react';
import { Link } from '#ui/link.tsx';
import { useWithContext } from './context-bar/page-context.tsx';

interface Way {
  href: string;
  className: string;
  children: ReactNode;
}

/** Leads to a page that looks at what is looked at now; in a shell that is built ahead, to the page as such. */
export function ContextLink(way: Way) {
  return (
    <Suspense fallback={<Plain {...way} />}>
      <WithContext {...way} />
    </Suspense>
  );
}

const Plain = ({ href, ...rest }: Way) => <Link href={href as Route} {...rest} />;

function WithContext({ href, ...rest }: Way) {
  const carry = useWithContext();
  return <Plain href={carry(href)} {...rest} />;
}
