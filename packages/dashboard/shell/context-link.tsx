'use client';

import type { Route } from 'next';
import { Suspense, type ReactNode } from 'react';
import { Link } from '#ui/link.tsx';
import { useWithContext } from './context-bar/page-context.tsx';

interface LinkProps {
  href: string;
  className: string;
  children: ReactNode;
}

/** A link that keeps the selected projects, environments and time range. In a prerendered shell it is a plain link. */
export function ContextLink(props: LinkProps) {
  return (
    <Suspense fallback={<PlainLink {...props} />}>
      <LinkWithContext {...props} />
    </Suspense>
  );
}

const PlainLink = ({ href, ...rest }: LinkProps) => <Link href={href as Route} {...rest} />;

function LinkWithContext({ href, ...rest }: LinkProps) {
  const withContext = useWithContext();
  return <PlainLink href={withContext(href)} {...rest} />;
}
