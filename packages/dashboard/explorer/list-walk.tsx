'use client';

import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { Route } from 'next';
import { useRouter } from 'next/navigation';
import { useCallback, useEffect, useSyncExternalStore, type ReactNode } from 'react';
import { toast } from '#features/toast/toast.ts';
import { useCommands } from '#shell/commands/use-commands.ts';
import { buttonClass } from '#ui/button.tsx';
import { Link } from '#ui/link.tsx';
import { listOf } from './list-position.ts';

const never = () => () => {};

interface Props {
  /** What the list has: "issue". */
  thing: string;
  /** The page as the list links to it. */
  path: string;
}

/** Position of this page in the list that it was opened from, with the previous and the next. */
export function ListWalk({ thing, path }: Props) {
  const router = useRouter();
  // A string, because a snapshot must be the same value each time.
  const text = useSyncExternalStore(
    never,
    () => JSON.stringify(listOf(path)),
    () => 'null',
  );
  const list: ReturnType<typeof listOf> = JSON.parse(text);
  const [previous, next] = [list?.paths[list.index - 1], list?.paths[list.index + 1]];
  useEffect(() => {
    if (next) router.prefetch(next as Route);
  }, [next, router]);

  const go = (to: string | undefined, end: string) =>
    to ? router.replace(to as Route) : toast({ text: `This is the ${end} ${thing} of the list` });
  useCommands('page', () =>
    list
      ? {
          name: null,
          commands: [
            { id: 'down', label: `Next ${thing}`, run: () => go(next, 'last') },
            { id: 'up', label: `Previous ${thing}`, run: () => go(previous, 'first') },
            { id: 'leave', label: 'Back to the list', run: () => leave(router, list.href) },
          ],
        }
      : null,
  );
  if (!list) return null;
  return (
    <nav aria-label="Position in the list" className="ml-auto flex items-center gap-1 text-13 text-muted">
      <span className="whitespace-nowrap">
        {list.index + 1} of {list.paths.length}
      </span>
      <Step to={previous} name={`Previous ${thing}`} icon={<ChevronLeft size={16} aria-hidden />} />
      <Step to={next} name={`Next ${thing}`} icon={<ChevronRight size={16} aria-hidden />} />
    </nav>
  );
}

function Step({ to, name, icon }: { to: string | undefined; name: string; icon: ReactNode }) {
  const className = buttonClass('quiet', true, 'w-7 px-0');
  if (!to) {
    return (
      <span aria-hidden className={`${className} pointer-events-none opacity-35`}>
        {icon}
      </span>
    );
  }
  return (
    <Link href={to as Route} replace aria-label={name} title={name} className={className}>
      {icon}
    </Link>
  );
}

type Router = ReturnType<typeof useRouter>;

/** Back in the history when the list is the entry before, so that it keeps its scroll position. */
function leave(router: Router, href: string): void {
  const at = window.navigation?.currentEntry?.index ?? 0;
  if (window.navigation?.entries()[at - 1]?.url === location.origin + href) router.back();
  else router.push(href as Route);
}

/** Opens the next page of the list, after an action that is done with this one; after the last, the list. */
export function useAdvance(path: string): () => void {
  const router = useRouter();
  return useCallback(() => {
    const list = listOf(path);
    if (!list) return;
    const next = list.paths[list.index + 1];
    if (next) router.replace(next as Route);
    else leave(router, list.href);
  }, [path, router]);
}
