import type { EventNeighbors, EventSelector, EventView } from '@seismo/server';
import { cache } from 'react';
import { chartRange, readIssueUrlState, scopeOf, type IssueUrlState } from './event/event-params.ts';
import { readEventText } from './event/event-id.ts';
import type { RawParams } from '#explorer/url-state.ts';
import { runtime } from '#server/runtime.ts';
import { runQuery } from '#server/viewer.ts';
import { notFound } from 'next/navigation';

/** Cached per request, because several parts of the page use them. */
export const readIssue = cache((shortId: string) => runQuery((viewer) => runtime().query.issue(viewer, shortId)));

/** Of the time that the strip shows. */
export const readTagRates = cache((shortId: string) =>
  runQuery((viewer) => runtime().query.tagRates(viewer, shortId, '14d')),
);

export const readTags = cache((shortId: string) => runQuery((viewer) => runtime().query.tags(viewer, shortId)));

export const readSuspects = cache((shortId: string) =>
  runQuery((viewer) => runtime().query.suspectCommits(viewer, shortId)),
);

/** An event ID, or a word such as `latest`. */
export function readEventSelector(text: string): EventSelector | null {
  const isWord = text === 'latest' || text === 'oldest' || text === 'recommended';
  return (isWord ? text : readEventText(text)) as EventSelector | null;
}

/** The event of the page, `null` if its content was removed. Cached by its two promises, which all parts of the page share. */
export const readEvent = cache(
  async (params: Promise<{ shortId: string; eventId: string }>, search: Promise<RawParams>) => {
    const [{ shortId, eventId }, urlState] = [await params, readIssueUrlState(await search)];
    const which = readEventSelector(eventId);
    if (!which) notFound();
    const view = await runQuery((viewer) => runtime().query.eventIfStored(viewer, shortId, which, scopeOf(urlState)));
    return { urlState, view };
  },
);

export function readNeighbors({
  urlState,
  view,
}: {
  urlState: IssueUrlState;
  view: EventView;
}): Promise<EventNeighbors> {
  return runQuery((viewer) => runtime().query.eventNeighbors(viewer, view.issueShortId, view, scopeOf(urlState)));
}

export const readFrequency = cache(async (params: Promise<{ shortId: string }>, search: Promise<RawParams>) => {
  const [{ shortId }, urlState] = [await params, readIssueUrlState(await search)];
  const { issue } = await readIssue(shortId);
  const scope = { ...scopeOf(urlState), range: chartRange(urlState, Date.now() - issue.firstSeenAtMs) };
  return runQuery((viewer) => runtime().query.issueFrequency(viewer, shortId, scope));
});
