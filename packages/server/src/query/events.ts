import { limits, readEventId, type EventId } from '@seismo/protocol';
import { z } from 'zod';
import type { EventCursor, EventHead } from '#store/telemetry/questions/index.ts';
import { readCursor, writeCursor } from './cursor.ts';
import type { QueryDeps } from './deps.ts';
import { issueNamed } from './issue.ts';
import { projectNamed } from './projects.ts';
import type { EventPage } from './views.ts';
import type { Viewer } from './viewer.ts';

interface PageAsk {
  cursor: string | null;
  count: number;
}

export async function eventsOfIssue(
  deps: QueryDeps,
  viewer: Viewer,
  shortId: string,
  page: PageAsk,
): Promise<EventPage> {
  const { projectId, id } = await issueNamed(deps, viewer, 'event:read', shortId);
  return pageOf(page, (before, count) =>
    deps.telemetry.ask('events-of-issue', { projectId, issueId: id, environments: [], range: null, before, count }),
  );
}

export async function eventsOfProject(
  deps: QueryDeps,
  viewer: Viewer,
  slug: string,
  page: PageAsk,
): Promise<EventPage> {
  const { id } = await projectNamed(deps, viewer, 'event:read', slug);
  return pageOf(page, (before, count) => deps.telemetry.ask('events-of-project', { projectId: id, before, count }));
}

const cursorSchema = z.object({
  at: z.number().int(),
  id: z.string().transform((text, context): EventId => {
    const id = readEventId(text);
    if (id === null) context.addIssue('not an event id');
    return id ?? ('' as EventId);
  }),
});

/** Asks for one row more than the page, to know whether there is a next one. */
async function pageOf(
  page: PageAsk,
  ask: (before: EventCursor | null, count: number) => Promise<EventHead[]>,
): Promise<EventPage> {
  const cursor = readCursor(cursorSchema, page.cursor);
  const count = Math.min(Math.max(1, page.count), limits.API_PAGE_COUNT_MAX);
  const rows = await ask(cursor && { atMs: cursor.at, eventId: cursor.id }, count + 1);
  const last = rows.length > count ? rows[count - 1] : undefined;
  return {
    events: rows.slice(0, count),
    next: last ? writeCursor({ at: last.atMs, id: last.eventId }) : null,
  };
}
