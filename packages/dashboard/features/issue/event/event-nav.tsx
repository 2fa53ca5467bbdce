import { organizationId } from '#server/viewer.ts';
import { fileHref } from '#features/exports/file-href.ts';
import type { EventNeighbors, EventView } from '@seismo/server';
import clsx from 'clsx';
import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight, Sparkle, X } from 'lucide-react';
import { Suspense, type ReactNode } from 'react';
import { buttonClass } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { Link } from '#ui/link.tsx';
import { CommandLink } from '#shell/commands/command-link.tsx';
import { ExactTime } from '#lib/time/exact-time.tsx';
import { Time } from '#lib/time/time.tsx';
import { RangeName } from '#shell/context-bar/range.tsx';
import { eventsHref } from '#features/events/search-params.ts';
import { runtime } from '#server/runtime.ts';
import { CopyMarkdown } from '../copy-markdown.tsx';
import { eventPath, issueHref, scopeOf, type IssueUrlState } from './event-params.ts';

/** Position of the event and links to its neighbors. Sticky. */
export async function EventNav({ nowMs, ...props }: NavProps & { nowMs: number }) {
  const { view, urlState } = props;
  const shortId = view.issueShortId;
  const atMs = view.stored.event.timestamp * 1000;
  return (
    <nav
      aria-label="Events"
      className="z-10 flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-paper py-1.5 text-13 md:sticky md:top-14"
    >
      <Suspense fallback={<span className="font-medium">Event</span>}>
        <Position {...props} />
      </Suspense>
      <span className="text-muted">
        <Time atMs={atMs} nowMs={nowMs} ago />
        <span className="hidden 2xl:inline">
          , <ExactTime atMs={atMs} />
        </span>
      </span>
      <span className="hidden items-center font-mono text-12 text-muted md:flex">
        {view.eventId.slice(0, 8)}
        <CopyButton text={view.eventId} label="Copy event ID" />
      </span>
      <span className="ml-auto flex">
        <span className="hidden md:contents">
          <CopyButton
            text={new URL(issueHref(eventPath(shortId, view.eventId), urlState), runtime().publicUrl).href}
            label="Copy link to this event"
          >
            Link
          </CopyButton>
        </span>
        <span className="max-md:hidden">
          <CopyMarkdown
            href={fileHref(`${eventPath(shortId, view.eventId)}/markdown`, await organizationId())}
            shortId={shortId}
          />
        </span>
        <CommandLink
          href={issueHref(eventPath(shortId, 'recommended'), urlState)}
          command="recommended-event"
          group={shortId}
          label="Recommended event"
          title="Recommended: the recent event with the most data"
          className={buttonClass('quiet', true, 'w-8 px-0')}
        >
          <Sparkle size={15} aria-hidden />
        </CommandLink>
        <Suspense fallback={<span className="h-8 w-32" />}>
          <Steps {...props} />
        </Suspense>
      </span>
    </nav>
  );
}

interface NavProps {
  view: EventView;
  urlState: IssueUrlState;
  neighbors: Promise<EventNeighbors>;
}

async function Position({ view, urlState, neighbors }: NavProps) {
  const { position, total } = await neighbors;
  const scope = scopeOf(urlState);
  const isFiltered = scope.query !== '' || scope.environments.length > 0 || scope.range !== null;
  return (
    <>
      <span className="font-medium whitespace-nowrap">
        Event {position.toLocaleString('en-US')} of{' '}
        <Link
          href={eventsHref(view.issueShortId, scope)}
          aria-label={`${isFiltered ? 'Matching' : 'All'} ${total.toLocaleString('en-US')} events`}
          className="rounded-sm underline decoration-line-strong underline-offset-2 hover:decoration-ink"
        >
          {total.toLocaleString('en-US')}
        </Link>
      </span>
      {isFiltered ? <ActiveFilters urlState={urlState} view={view} total={total} /> : null}
    </>
  );
}

async function Steps({ view, urlState, neighbors }: NavProps) {
  const { first, previous, next, last } = await neighbors;
  const step = (command: string, eventId: string | null, label: string, icon: ReactNode) =>
    eventId && eventId !== view.eventId ? (
      <CommandLink
        href={issueHref(eventPath(view.issueShortId, eventId), urlState)}
        command={command}
        group={view.issueShortId}
        label={label}
        className={buttonClass('quiet', true, 'w-8 px-0')}
      >
        {icon}
      </CommandLink>
    ) : (
      <span aria-hidden className={clsx(buttonClass('quiet', true, 'w-8 px-0'), 'pointer-events-none opacity-35')}>
        {icon}
      </span>
    );
  return (
    <>
      <span className="max-md:hidden">
        {step('first-event', first, 'First event', <ChevronFirst size={16} aria-hidden />)}
      </span>
      {step('previous-event', previous, 'Older event', <ChevronLeft size={16} aria-hidden />)}
      {step('next-event', next, 'Newer event', <ChevronRight size={16} aria-hidden />)}
      <span className="max-md:hidden">
        {step('last-event', last, 'Last event', <ChevronLast size={16} aria-hidden />)}
      </span>
    </>
  );
}

/** Active filters of event navigation, each with a link that removes it. */
function ActiveFilters({ urlState, view, total }: { urlState: IssueUrlState; view: EventView; total: number }) {
  const { query, environments, range } = urlState;
  const path = eventPath(view.issueShortId, view.eventId);
  const chips: [text: ReactNode, without: Partial<IssueUrlState>][] = [
    ...(range === null || range === 'all'
      ? []
      : [[<RangeName key="range" range={range} />, { range: null }] as [ReactNode, object]]),
    ...environments.map((one): [ReactNode, Partial<IssueUrlState>] => [
      one,
      { environments: environments.filter((other) => other !== one) },
    ]),
    ...(query === '' ? [] : [[query, { query: '' }] as [ReactNode, object]]),
  ];
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-1">
      {total === 0 ? <span className="text-muted">No matching events</span> : null}
      {chips.map(([text, without], index) => (
        <Link
          key={index}
          href={issueHref(path, { ...urlState, ...without })}
          scroll={false}
          className="flex h-6 max-w-full min-w-0 items-center gap-1 rounded-sm bg-accent-wash pr-1 pl-2 text-12 text-accent hover:bg-hover"
        >
          <span className="sr-only">Remove filter </span>
          <span className="max-w-64 truncate">{text}</span>
          <X size={12} aria-hidden className="shrink-0" />
        </Link>
      ))}
    </span>
  );
}
