'use client';

import { startTransition, useEffect, useRef, useState } from 'react';
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
 * issues. Numbers that fail to load are left out or stay unchanged.
 */
export function TabsWithCounts({ tabs, organizationId, list, listedAtMs }: Props) {
  /** A string, so that equal filters are the same. */
  const filters = JSON.stringify(list);
  const root = useRef<HTMLElement>(null);
  const [loaded, setLoaded] = useState<{ at: string; counts: Answer<'issueCounts'> }>({ at: '', counts: {} });
  /** The latest request; responses to earlier ones are ignored. */
  const lastRequest = useRef({ at: '', ms: 0 });

  useEffect(() => {
    let isVisible = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isDue = false;
    const fetchCounts = async () => {
      if (!isDue || !isVisible || document.visibilityState === 'hidden') return;
      isDue = false;
      const request = { at: filters, ms: performance.now() };
      lastRequest.current = request;
      const counts = await read('issueCounts', organizationId, { list: JSON.parse(filters) });
      if (lastRequest.current === request) startTransition(() => setLoaded({ at: filters, counts }));
    };
    // Without an answer the numbers stay as they are.
    const update = () => void fetchCounts().catch(() => undefined);
    const requestCounts = () => {
      isDue = true;
      update();
    };
    const stopListening = onIssuesChanged(() => {
      lastRequest.current = { at: '', ms: 0 };
      requestCounts();
    });
    const { at, ms } = lastRequest.current;
    const pauseMs = at === filters ? PAUSE_MS - (performance.now() - ms) : 0;
    const stop = whenIdle(() => {
      timer = setTimeout(requestCounts, Math.max(0, pauseMs));
    });
    const observer = new IntersectionObserver((entries) => {
      isVisible = entries.some((entry) => entry.isIntersecting);
      update();
    });
    observer.observe(root.current!);
    document.addEventListener('visibilitychange', update);
    return () => {
      stop();
      stopListening();
      clearTimeout(timer);
      observer.disconnect();
      document.removeEventListener('visibilitychange', update);
    };
  }, [organizationId, filters, listedAtMs]);

  return (
    <nav ref={root} aria-label="Saved searches" className="relative -mb-px flex min-w-0 overflow-x-auto">
      {tabs.map((tab) => {
        const id = tab.id ?? tab.name;
        return (
          <TabLink key={id} tab={tab}>
            <TabNumber number={loaded.at === filters ? loaded.counts[id] : undefined} noun="issue" />
          </TabLink>
        );
      })}
    </nav>
  );
}
