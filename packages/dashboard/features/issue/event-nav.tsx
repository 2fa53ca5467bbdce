import type { EventView } from '@seismo/server';
import clsx from 'clsx';
import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from 'lucide-react';
import { buttonClass } from '#components/ui/button.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Link } from '#components/ui/link.tsx';
import { Moment, Time } from '#components/time/time.tsx';
import { eventsHref } from '#features/events/search-params.ts';
import { eventPath } from './event-params.ts';

/** Which event this is, and the way to its neighbours. Stays in sight while reading. */
export function EventNav({ view, nowMs }: { view: EventView; nowMs: number }) {
  const { neighbours } = view;
  const atMs = view.stored.event.timestamp * 1000;
  const step = (eventId: string | null, name: string, icon: React.ReactNode, command?: string) =>
    eventId && eventId !== view.eventId ? (
      <Link
        href={eventPath(view.issueShortId, eventId)}
        scroll={false}
        aria-label={name}
        title={name}
        data-command={command}
        className={buttonClass('quiet', true, 'w-8 px-0')}
      >
        {icon}
      </Link>
    ) : (
      <span aria-hidden className={clsx(buttonClass('quiet', true, 'w-8 px-0'), 'pointer-events-none opacity-35')}>
        {icon}
      </span>
    );
  return (
    <nav
      aria-label="Events"
      className="sticky top-0 z-10 flex min-h-11 flex-wrap items-center gap-x-3 border-b border-line bg-paper py-1.5 text-13"
    >
      <span className="font-medium whitespace-nowrap">
        Event {neighbours.position.toLocaleString('en-US')} of{' '}
        <Link
          href={eventsHref(view.issueShortId, {})}
          aria-label={`All ${neighbours.total.toLocaleString('en-US')} events`}
          className="rounded-sm underline decoration-line-strong underline-offset-2 hover:decoration-ink"
        >
          {neighbours.total.toLocaleString('en-US')}
        </Link>
      </span>
      <span className="text-muted">
        <Time atMs={atMs} nowMs={nowMs} ago />
        <span className="hidden lg:inline">
          , <Moment atMs={atMs} />
        </span>
      </span>
      <span className="hidden items-center font-mono text-12 text-muted md:flex">
        {view.eventId.slice(0, 8)}
        <CopyButton text={view.eventId} label="Copy the event id" />
      </span>
      <span className="ml-auto flex">
        {step(neighbours.first, 'First event', <ChevronFirst size={16} aria-hidden />)}
        {step(neighbours.previous, 'Older event', <ChevronLeft size={16} aria-hidden />, 'previous-event')}
        {step(neighbours.next, 'Newer event', <ChevronRight size={16} aria-hidden />, 'next-event')}
        {step(neighbours.last, 'Last event', <ChevronLast size={16} aria-hidden />)}
      </span>
    </nav>
  );
}
