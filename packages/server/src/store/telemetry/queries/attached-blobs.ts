import type { EventId, ProjectId } from '@seismo/protocol';
import { groups, sum, within } from '../engines/memory/rows.ts';
import { boolean, defineQuery, integer, text, type Range } from './query.ts';

interface Params {
  projectId: ProjectId;
  /** Attachments of these events, or of all, that arrived in the range. */
  eventIds: EventId[] | null;
  range: Range | null;
}

/** The contents of these attachments, and how many of these have each; `isSole` if no other attachment has it. */
export const attachedBlobs = defineQuery({
  sql: {
    duckdb: (_parts, { eventIds }: Params) => `
      with
        own as (
          select blob_key, count(*) as attachments, sum(bytes)::bigint as bytes
          from attachments
          where project_id = $projectId::bigint
            and at_ms >= $fromMs::bigint
            and at_ms < $toMs::bigint
            ${eventIds === null ? '' : 'and event_id in (select unnest($eventIds::varchar[])::uuid)'}
          group by blob_key
        ),
        everywhere as (
          select blob_key, count(*) as attachments
          from attachments
          where project_id = $projectId::bigint and blob_key in (select blob_key from own)
          group by blob_key
        )
      select
        blob_key as "blobKey",
        own.attachments,
        own.bytes,
        own.attachments = everywhere.attachments as "isSole"
      from own
      join everywhere using (blob_key)
      order by blob_key`,
  },
  bind: ({ eventIds }) => ({ eventIds: eventIds ?? [] }),
  row: { blobKey: text, attachments: integer, bytes: integer, isSole: boolean },
  memory: ({ attachments }, { projectId, eventIds, range }) => {
    const ofProject = attachments.filter((row) => row.projectId === projectId);
    const own = ofProject.filter(
      (row) => (eventIds === null || eventIds.includes(row.eventId)) && (range === null || within(row.atMs, range)),
    );
    return groups(own, (row) => [row.blobKey]).map((alike) => {
      const { blobKey } = alike[0]!;
      const isSole = ofProject.filter((row) => row.blobKey === blobKey).length === alike.length;
      return { blobKey, attachments: alike.length, bytes: sum(alike, ({ bytes }) => bytes), isSole };
    });
  },
});
