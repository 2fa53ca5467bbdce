import { limits } from '@seismo/protocol';
import { decodeBody } from '#store/bodies/body.ts';
import { Refusal } from '#platform/refusal.ts';
import type { QueryDeps } from '../deps.ts';
import { eventsOfIssue } from '../events/events.ts';
import type { EventFilter } from '../events/views.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import { bytesOf } from './stream.ts';
import type { Export } from './views.ts';

/** The events of an issue as they are stored, the newest first: one JSON object a line. */
export async function exportEvents(
  deps: QueryDeps,
  viewer: Viewer,
  shortId: string,
  filter: Omit<EventFilter, 'cursor' | 'count'>,
): Promise<Export> {
  const readPage = (cursor: string | null) =>
    eventsOfIssue(deps, viewer, shortId, { ...filter, cursor, count: limits.API_PAGE_COUNT_MAX });
  const first = await readPage(null);
  if (first.problem) throw new Refusal('invalid', first.problem.message);
  const lines = async function* () {
    let left = limits.EXPORT_EVENT_COUNT_MAX;
    for (let page = first; ; page = await readPage(page.next)) {
      for (const { projectId, eventId, atMs } of page.events.slice(0, left)) {
        const [row] = await deps.telemetry.query('eventById', { projectId, eventId, atMs });
        // The event may have been deleted meanwhile.
        if (row) yield `${JSON.stringify((await decodeBody(row.body)).event)}\n`;
      }
      left -= page.events.length;
      if (page.next === null || left <= 0) return;
    }
  };
  return {
    filename: `${shortId.replaceAll(/[^\w-]/g, '_')}-events.ndjson`,
    contentType: 'application/x-ndjson; charset=utf-8',
    rows: null,
    rowsMax: limits.EXPORT_EVENT_COUNT_MAX,
    body: bytesOf(lines()),
  };
}
