import type { ProjectId } from '@seismo/protocol';
import { eventId, defineQuery } from './query.ts';
import { groups } from '../engines/memory/rows.ts';

interface Params {
  projectId: ProjectId;
  blobKey: string;
  count: number;
}

/** Events with an attachment of this content, at most so many. */
export const eventsWithBlob = defineQuery({
  sql: {
    duckdb: `
      select distinct event_id as "eventId"
      from attachments
      where project_id = $projectId::bigint and blob_key = $blobKey
      order by event_id
      limit $count::bigint`,
  },
  row: { eventId },
  memory: ({ attachments }, params: Params) =>
    groups(
      attachments.filter((row) => row.projectId === params.projectId && row.blobKey === params.blobKey),
      (row) => [row.eventId],
    )
      .map((alike) => alike[0]!)
      .slice(0, params.count),
});
