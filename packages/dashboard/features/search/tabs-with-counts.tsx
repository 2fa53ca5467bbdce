'use client';

import { useEffect, useRef, useState } from 'react';
import { TabLink, TabNumber, type Tab } from '#ui/tabs.tsx';
import { whenIdle } from '#shell/when-idle.ts';
import { read, type Answer } from '#lib/read.ts';
import type { RawParams } from '#explorer/url-state.ts';
import { onIssuesChanged } from '../issues/issues-changed.ts';

/** The minimum time between two requests, however fast reports arrive. */
const PAUSE_MS = 10_000;

interface Props {
  tabs: Tab[];
  organizationId: number;
  /** The filters that apply to all tabs. */
  list: RawParams;
  /** When the list beside it was made. */
  listedAtMs: number;
}

/**
 * Searches as tabs, each with its number of issues. The page does not wait for the numbers: they load when the page is
 * idle and the tabs are visible, again when the list has been refreshed, and immediately when the user has changed
 * issues or the tabs. Numbers that fail to load are left out or stay unchanged, and are requested again.
 */
export function TabsWithCounts({ tabs, organizationId, list, listedAtMs }: Props) {
  /** A string, so that equal filters are the same. */
  const filters = JSON.stringify(list);
  const requested = JSON.stringify([list, tabs.map(idOf)]);
  const root = useRef<HTMLElement>(null);
  const [loaded, setLoaded] = useState<{ at: string; counts: Answer<'issueCounts'> }>({ at: '', counts: {} });
  /** The latest request; responses to earlier ones are ignored. */
  const lastRequest = useRef({ of: '', ms: 0 });

  useEffect(() => {
    let isVisible = false;
    let isDue = false;
    let isStopped = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const update = async () => {
      if (isStopped || !isDue || !isVisible || document.visibilityState === 'hidden') return;
      isDue = false;
      const request = { of: requested, ms: performance.now() };
      lastRequest.current = request;
      const counts = await read('issueCounts', organizationId, { list: JSON.parse(filters) }).catch(() => null);
      if (lastRequest.current !== request) return;
      // Not a transition, which would wait for actions that are pending.
      if (counts) setLoaded({ at: filters, counts });
      else timer = setTimeout(requestCounts, PAUSE_MS);
    };
    const requestCounts = () => {
      isDue = true;
      void update();
    };
    const stopListening = onIssuesChanged(() => {
      lastRequest.current = { of: '', ms: 0 };
      requestCounts();
    });
    const { of, ms } = lastRequest.current;
    const pauseMs = of === requested ? PAUSE_MS - (performance.now() - ms) : 0;
    const stop = whenIdle(() => {
      timer = setTimeout(requestCounts, Math.max(0, pauseMs));
    });
    const observer = new IntersectionObserver((entries) => {
      isVisible = entries.some((entry) => entry.isIntersecting);
      void update();
    });
    observer.observe(root.current!);
    document.addEventListener('visibilitychange', update);
    return () => {
      isStopped = true;
      stop();
      stopListening();
      clearTimeout(timer);
      observer.disconnect();
      document.removeEventListener('visibilitychange', update);
    };
  }, [organizationId, filters, requested, listedAtMs]);

  return (
    <nav ref={root} aria-label="Saved searches" className="relative -mb-px flex min-w-0 overflow-x-auto">
      {tabs.map((tab) => {
        const id = idOf(tab);
        return (
          <TabLink key={id} tab={tab}>
            <TabNumber number={loaded.at === filters ? loaded.counts[id] : undefined} noun="issue" />
          </TabLink>
        );
      })}
    </nav>
  );
}

const idOf = ({ id, name }: Tab): string => id ?? name;
