import type { EventView } from '#query/events/views.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import type { Queries } from '#query/bind.ts';
import { eventShape } from './event.ts';

/** An event with the IDs of its neighbors in the issue. */
export async function eventWithNeighbors(query: Queries, viewer: Viewer, event: EventView) {
  return eventShape(event, await query.eventNeighbors(viewer, event.issueShortId, event));
}
