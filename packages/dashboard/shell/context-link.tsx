'use client';

import type { Route } from 'next';
import { Suspense, type ReactNode } from 'react';
import { Link } from '#ui/link.tsx';
import { useCarry } from './context-bar/use-context.tsx';

interface Way {
  href: string;
  className: string;
  children: ReactNode;
}

/** Leads to a page that looks at what is looked at now; in a shell that is built ahead, to the page as such. */
export function CarryLink(way: Way) {
  return (
    <Suspense fallback={<Plain {...way} />}>
      <Carried {...way} />
    </Suspense>
  );
}

const Plain = ({ href, ...rest }: Way) => <Link href={href as Route} {...rest} />;

function Carried({ href, ...rest }: Way) {
  const carry = useCarry();
  return <Plain href={carry(href)} {...rest} />;
}
