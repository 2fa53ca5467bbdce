import type { EventId } from '@seismo/protocol';
import { cache } from 'react';
import { readEventText } from './event-id.ts';
import { runtime } from '#server/runtime.ts';
import { ask } from '#server/viewer.ts';
import { notFound } from 'next/navigation';

/** Each is asked once per request, however many parts of the page need it. */
export const readIssue = cache((shortId: string) => ask((viewer) => runtime().query.issue(viewer, shortId)));

/** Of the time that the strip shows. */
export const readTagRates = cache((shortId: string) =>
  ask((viewer) => runtime().query.tagRates(viewer, shortId, '14d')),
);

export const readTags = cache((shortId: string) => ask((viewer) => runtime().query.tags(viewer, shortId)));

export const readEvent = cache((shortId: string, which: string) => {
  const eventId = which === 'latest' || which === 'oldest' ? which : readEventText(which);
  if (!eventId) notFound();
  return ask((viewer) => runtime().query.event(viewer, shortId, eventId as 'latest' | 'oldest' | EventId));
});
