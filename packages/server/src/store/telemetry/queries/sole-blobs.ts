import type { EventId, ProjectId } from '@seismo/protocol';
import { groups, within } from '../engines/memory/rows.ts';
import { defineQuery, integer, text, type Range } from './query.ts';

interface Params {
  projectId: ProjectId;
  /** Attachments of these events, or of all, that arrived in the range. */
  eventIds: EventId[] | null;
  range: Range | null;
}

/** The contents that only these attachments have, and how many of these have each. */
export const soleBlobs = defineQuery({
  sql: {
    duckdb: (_parts, { eventIds }: Params) => `
      with
        own as (
          select blob_key, bytes
          from attachments
          where project_id = $projectId::bigint
            and at_ms >= $fromMs::bigint
            and at_ms < $toMs::bigint
            ${eventIds === null ? '' : 'and event_id in (select unnest($eventIds::varchar[])::uuid)'}
        )
      select blob_key as "blobKey", count(*) as attachments, sum(bytes)::bigint as bytes
      from own
      group by blob_key
      having count(*) = (
        select count(*)
        from attachments
        where project_id = $projectId::bigint and attachments.blob_key = own.blob_key
      )
      order by blob_key`,
  },
  bind: ({ eventIds }) => ({ eventIds: eventIds ?? [] }),
  row: { blobKey: text, attachments: integer, bytes: integer },
  memory: ({ attachments }, { projectId, eventIds, range }) => {
    const ofProject = attachments.filter((row) => row.projectId === projectId);
    const own = ofProject.filter(
      (row) => (eventIds === null || eventIds.includes(row.eventId)) && (range === null || within(row.atMs, range)),
    );
    return groups(own, (row) => [row.blobKey])
      .filter(([first, ...others]) => {
        return ofProject.filter((row) => row.blobKey === first!.blobKey).length === 1 + others.length;
      })
      .map((alike) => ({
        blobKey: alike[0]!.blobKey,
        attachments: alike.length,
        bytes: alike.reduce((sum, { bytes }) => sum + bytes, 0),
      }));
  },
});
