import type { ProjectId } from '@seismo/protocol';
import { groups } from '../engines/memory/rows.ts';
import { defineQuery, text } from './query.ts';

interface Params {
  projectId: ProjectId;
  blobKeys: string[];
}

/** Which of these contents an attachment of the project has. */
export const usedBlobs = defineQuery({
  sql: {
    duckdb: `
      select distinct blob_key as "blobKey"
      from attachments
      where project_id = $projectId::bigint
        and blob_key in (select unnest($blobKeys::varchar[]))
      order by blob_key`,
  },
  row: { blobKey: text },
  memory: ({ attachments }, { projectId, blobKeys }: Params) =>
    groups(
      attachments.filter((row) => row.projectId === projectId && blobKeys.includes(row.blobKey)),
      (row) => [row.blobKey],
    ).map((alike) => alike[0]!),
});
