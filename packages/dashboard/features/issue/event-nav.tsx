import type { EventView } from '@seismo/server';
import clsx from 'clsx';
import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight, Sparkle, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { buttonClass } from '#components/ui/button.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Link } from '#components/ui/link.tsx';
import { Moment, Time } from '#components/time/time.tsx';
import { eventsHref, stretchText } from '#features/events/search-params.ts';
import { runtime } from '#server/runtime.ts';
import { rangeNames } from '#features/issues/search-params.ts';
import { CopyMarkdown } from './copy-markdown.tsx';
import { eventPath, issueHref, scopeOf, type IssueAsked } from './event-params.ts';

/** Which event this is, among which, and the way to its neighbours. Stays in sight while reading. */
export function EventNav({ view, asked, nowMs }: { view: EventView; asked: IssueAsked; nowMs: number }) {
  const { neighbours, issueShortId: shortId } = view;
  const atMs = view.stored.event.timestamp * 1000;
  const scope = scopeOf(asked);
  const isNarrow = scope.query !== '' || scope.environments.length > 0 || scope.range !== null;
  const step = (eventId: string | null, name: string, icon: ReactNode, command?: string) =>
    eventId && eventId !== view.eventId ? (
      <Link
        href={issueHref(eventPath(shortId, eventId), asked)}
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
      className="sticky top-0 z-10 flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-paper py-1.5 text-13"
    >
      <span className="font-medium whitespace-nowrap">
        Event {neighbours.position.toLocaleString('en-US')} of{' '}
        <Link
          href={eventsHref(shortId, scope)}
          aria-label={`${isNarrow ? 'These' : 'All'} ${neighbours.total.toLocaleString('en-US')} events`}
          className="rounded-sm underline decoration-line-strong underline-offset-2 hover:decoration-ink"
        >
          {neighbours.total.toLocaleString('en-US')}
        </Link>
      </span>
      {isNarrow ? <Narrowed asked={asked} view={view} /> : null}
      <span className="text-muted">
        <Time atMs={atMs} nowMs={nowMs} ago />
        <span className="hidden 2xl:inline">
          , <Moment atMs={atMs} />
        </span>
      </span>
      <span className="hidden items-center font-mono text-12 text-muted md:flex">
        {view.eventId.slice(0, 8)}
        <CopyButton text={view.eventId} label="Copy the event id" />
      </span>
      <span className="ml-auto flex">
        <span className="hidden md:contents">
          <CopyButton
            text={new URL(issueHref(eventPath(shortId, view.eventId), asked), runtime().publicUrl).href}
            label="Copy the link to this event"
          >
            Link
          </CopyButton>
        </span>
        <CopyMarkdown href={`${eventPath(shortId, view.eventId)}/markdown`} />
        <Link
          href={issueHref(eventPath(shortId, 'recommended'), asked)}
          scroll={false}
          data-command="recommended-event"
          aria-label="Recommended event"
          title="Recommended: of the newest events the one that says most"
          className={buttonClass('quiet', true, 'w-8 px-0')}
        >
          <Sparkle size={15} aria-hidden />
        </Link>
        {step(neighbours.first, 'First event', <ChevronFirst size={16} aria-hidden />)}
        {step(neighbours.previous, 'Older event', <ChevronLeft size={16} aria-hidden />, 'previous-event')}
        {step(neighbours.next, 'Newer event', <ChevronRight size={16} aria-hidden />, 'next-event')}
        {step(neighbours.last, 'Last event', <ChevronLast size={16} aria-hidden />)}
      </span>
    </nav>
  );
}

/** What narrows the events that one goes through, and the way out of each. */
function Narrowed({ asked, view }: { asked: IssueAsked; view: EventView }) {
  const { query, environments, range } = asked;
  const path = eventPath(view.issueShortId, view.eventId);
  const chips: [text: string, without: Partial<IssueAsked>][] = [
    ...(range === null || range === 'all'
      ? []
      : [[typeof range === 'string' ? rangeNames[range] : stretchText(range), { range: null }] as [string, object]]),
    ...environments.map((one): [string, Partial<IssueAsked>] => [
      one,
      { environments: environments.filter((other) => other !== one) },
    ]),
    ...(query === '' ? [] : [[query, { query: '' }] as [string, object]]),
  ];
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-1">
      {view.neighbours.total === 0 ? <span className="text-muted">No event fits</span> : null}
      {chips.map(([text, without]) => (
        <Link
          key={text}
          href={issueHref(path, { ...asked, ...without })}
          scroll={false}
          aria-label={`Without ${text}`}
          className="flex h-6 max-w-full min-w-0 items-center gap-1 rounded-sm bg-accent-wash pr-1 pl-2 text-12 text-accent hover:bg-hover"
        >
          <span className="max-w-64 truncate">{text}</span>
          <X size={12} aria-hidden className="shrink-0" />
        </Link>
      ))}
    </span>
  );
}
