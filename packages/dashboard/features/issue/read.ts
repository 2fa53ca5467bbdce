import type { EventNeighbors, EventView } from '@seismo/server';
import { cache } from 'react';
import {
  chartRange,
  eventPath,
  issueHref,
  readIssueUrlState,
  scopeOf,
  type IssueUrlState,
} from './event/event-params.ts';
import { isEventWord, readEventSelector } from './event/event-id.ts';
import type { RawParams } from '#explorer/url-state.ts';
import { runtime } from '#server/runtime.ts';
import { runQuery } from '#server/viewer.ts';
import { isRefusal } from '#server/refusal.ts';
import { notFound, redirect } from 'next/navigation';

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

/** The event of the page, `null` if its content was removed. Cached by its two promises, which all parts of the page share. */
export const readEvent = cache(
  async (params: Promise<{ shortId: string; eventId: string }>, search: Promise<RawParams>) => {
    const [{ shortId, eventId }, urlState] = [await params, readIssueUrlState(await search)];
    const which = readEventSelector(eventId);
    if (!which) notFound();
    const view = await runQuery(async (viewer) => {
      const { query } = runtime();
      try {
        return await query.eventIfStored(viewer, shortId, which, scopeOf(urlState));
      } catch (error) {
        if (!isRefusal(error) || error.code !== 'not-found' || isEventWord(which)) throw error;
        // Split or merged since the page with the link was loaded. `proxy.ts` redirects documents.
        const moved = await query.issueOfEvent(viewer, shortId, which);
        if (moved && moved.shortId !== shortId.toUpperCase())
          redirect(issueHref(eventPath(moved.shortId, which), urlState));
        throw error;
      }
    });
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
