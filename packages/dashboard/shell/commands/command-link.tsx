'use client';

import type { Route } from 'next';
import { useRouter } from 'next/navigation';
import type { ReactNode } from 'react';
import { Link } from '#ui/link.tsx';
import { useCommands } from './use-commands.ts';

interface Props {
  /** The command that opens it, and its group in the palette. */
  command: string;
  group: string;
  href: string;
  label: string;
  title?: string;
  className: string;
  children: ReactNode;
}

/** A link within the page that a key opens too. The page keeps its scroll position. */
export function CommandLink({ command, group, href, label, title = label, className, children }: Props) {
  const router = useRouter();
  useCommands('page', () => ({
    name: group,
    commands: [{ id: command, label, run: () => router.push(href as Route, { scroll: false }) }],
  }));
  return (
    <Link href={href as Route} scroll={false} aria-label={label} title={title} className={className}>
      {children}
    </Link>
  );
}
