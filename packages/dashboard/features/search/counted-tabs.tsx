'use client';

import type { Route } from 'next';
import { Users } from 'lucide-react';
import { startTransition, useEffect, useRef, useState } from 'react';
import { Link } from '#ui/link.tsx';
import { tabClass, TabNumber } from '#ui/tabs.tsx';
import { whenIdle } from '#shell/when-idle.ts';
import { onIssuesChanged } from '#features/issues/changed.ts';

/** At most so often, however fast reports come in. */
const PAUSE_MS = 10_000;

export interface CountedTab {
  id: string;
  name: string;
  href: string;
  on: boolean;
  shared: boolean;
}

type Counts = Record<string, number | null>;

/**
 * Searches to go to by one click, each with how many issues it finds. The page does not wait for the numbers: they are asked
 * for when it is at rest and the tabs are in sight, again when the list has been renewed, and at once when the person has
 * changed issues. Numbers that could not be had are left out, or stay as they were.
 */
export function CountedTabs({
  tabs,
  countsAt,
  listedAtMs,
}: {
  tabs: CountedTab[];
  /** Address of the numbers. */
  countsAt: string;
  /** When the list beside it was made. */
  listedAtMs: number;
}) {
  const root = useRef<HTMLElement>(null);
  const [counted, setCounted] = useState<{ at: string; counts: Counts }>({ at: '', counts: {} });
  /** The last question; an answer to one before it is too late. */
  const asked = useRef({ at: '', ms: 0 });

  useEffect(() => {
    let isInSight = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isDue = false;
    const ask = async () => {
      if (!isDue || !isInSight || document.visibilityState === 'hidden') return;
      isDue = false;
      const mine = { at: countsAt, ms: performance.now() };
      asked.current = mine;
      const answer = await fetch(countsAt);
      if (!answer.ok) return;
      const counts = (await answer.json()) as Counts;
      if (asked.current === mine) startTransition(() => setCounted({ at: countsAt, counts }));
    };
    // Without an answer the numbers stay as they are.
    const look = () => void ask().catch(() => undefined);
    const due = () => {
      isDue = true;
      look();
    };
    const forget = onIssuesChanged(() => {
      asked.current = { at: '', ms: 0 };
      due();
    });
    const { at, ms } = asked.current;
    const pauseMs = at === countsAt ? PAUSE_MS - (performance.now() - ms) : 0;
    const stop = whenIdle(() => {
      timer = setTimeout(due, Math.max(0, pauseMs));
    });
    const sight = new IntersectionObserver((entries) => {
      isInSight = entries.some((entry) => entry.isIntersecting);
      look();
    });
    sight.observe(root.current!);
    document.addEventListener('visibilitychange', look);
    return () => {
      stop();
      forget();
      clearTimeout(timer);
      sight.disconnect();
      document.removeEventListener('visibilitychange', look);
    };
  }, [countsAt, listedAtMs]);

  return (
    <nav ref={root} aria-label="Saved searches" className="relative -mb-px flex min-w-0 overflow-x-auto">
      {tabs.map(({ id, name, href, on, shared }) => (
        <Link key={id} href={href as Route} aria-current={on ? 'page' : undefined} className={tabClass(on)}>
          <span className="max-w-44 truncate">{name}</span>
          {shared ? (
            <>
              <Users size={12} aria-hidden className="text-faint" />
              <span className="sr-only">(shared)</span>
            </>
          ) : null}
          <TabNumber number={counted.at === countsAt ? counted.counts[id] : undefined} noun="issue" />
        </Link>
      ))}
    </nav>
  );
}
