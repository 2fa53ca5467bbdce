import type { ProjectId } from '@seismo/protocol';
import { groups, sum } from '../engines/memory/rows.ts';
import { defineQuery, integer, projectId, text } from './query.ts';

interface Params {
  projectIds: ProjectId[];
}

/** How much of each kind is stored of each project. `bytes`: bodies of events; of attachments, what was sent. */
export const storedAmounts = defineQuery({
  sql: {
    duckdb: `
      with amounts as (
        select project_id, 'events' as kind, count(*) as rows, sum(body_bytes)::bigint as bytes
        from events
        group by 1
        union all
        select project_id, 'thinned', count(*), 0
        from thinned
        group by 1
        union all
        select project_id, 'counted', sum(quantity)::bigint, 0
        from counts
        group by 1
        union all
        select project_id, 'attachments', count(*), sum(bytes)::bigint
        from attachments
        group by 1
        union all
        select project_id, 'sessions', count(*), 0
        from sessions
        group by 1
        union all
        select project_id, 'outcomes', count(*), 0
        from ledger
        group by 1
        union all
        select project_id, 'spans', sum(rows)::bigint, 0
        from (
          select project_id, count(*) as rows from spans group by 1
          union all
          select project_id, rows from span_files
        )
        group by 1
      )
      select project_id as "projectId", kind, rows, bytes
      from amounts
      where list_contains($projectIds::bigint[], project_id)
      order by 1, 2`,
  },
  row: { projectId, kind: text, rows: integer, bytes: integer },
  memory: (stored, { projectIds }: Params) => {
    const amount =
      <Row extends { projectId: ProjectId }>(
        kind: string,
        rowsOf: (row: Row) => number,
        bytesOf: (row: Row) => number,
      ) =>
      (some: Row[]) =>
        groups(
          some.filter((row) => projectIds.includes(row.projectId)),
          (row) => [row.projectId],
        ).map((ofProject) => ({
          projectId: ofProject[0]!.projectId,
          kind,
          rows: sum(ofProject, rowsOf),
          bytes: sum(ofProject, bytesOf),
        }));
    const one = () => 1;
    const none = () => 0;
    return [
      ...amount<(typeof stored.events)[number]>('events', one, ({ body }) => body.length)(stored.events),
      ...amount('thinned', one, none)(stored.thinned),
      ...amount<(typeof stored.counts)[number]>('counted', ({ quantity }) => quantity, none)(stored.counts),
      ...amount<(typeof stored.attachments)[number]>('attachments', one, ({ bytes }) => bytes)(stored.attachments),
      ...amount('sessions', one, none)(stored.sessions),
      ...amount('outcomes', one, none)(stored.ledger),
      ...amount('spans', one, none)(stored.spans),
    ].toSorted((a, b) => a.projectId - b.projectId || (a.kind < b.kind ? -1 : 1));
  },
});
