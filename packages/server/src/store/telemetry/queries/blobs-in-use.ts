import type { ProjectId } from '@seismo/protocol';
import { byText } from '../engines/memory/rows.ts';
import { text, defineQuery } from './query.ts';

interface Params {
  projectId: ProjectId;
  blobKeys: string[];
}

/** Of these contents, those that an attachment of the project has. */
export const blobsInUse = defineQuery({
  sql: {
    duckdb: `
      select distinct blob_key as "blobKey"
      from attachments
      where project_id = $projectId::bigint and blob_key in (select unnest($blobKeys::varchar[]))
      order by blob_key`,
  },
  isLookUp: true,
  row: { blobKey: text },
  memory: ({ attachments }, { projectId, blobKeys }: Params) => {
    const keys = attachments.filter((row) => row.projectId === projectId).map(({ blobKey }) => blobKey);
    return [...new Set(keys.filter((key) => blobKeys.includes(key)))].sort(byText).map((blobKey) => ({ blobKey }));
  },
});
