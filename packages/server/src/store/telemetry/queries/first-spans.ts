import type { ProjectId } from '@seismo/protocol';
import { groups } from '../engines/memory/rows.ts';
import { defineQuery, integer, projectId } from './query.ts';

interface Params {
  projectIds: ProjectId[];
}

/** When the earliest stored span of each project starts. */
export const firstSpans = defineQuery({
  sql: {
    duckdb: `
      select project_id as "projectId", min(start_us) as "startUs"
      from (
        select project_id, start_us from spans
        union all
        select project_id, first_us from span_files
      )
      where list_contains($projectIds::bigint[], project_id)
      group by project_id
      order by project_id`,
  },
  row: { projectId, startUs: integer },
  memory: ({ spans }, { projectIds }: Params) =>
    groups(
      spans.filter((span) => projectIds.includes(span.projectId)),
      (span) => [span.projectId],
    ).map((ofProject) => ({
      projectId: ofProject[0]!.projectId,
      startUs: Math.min(...ofProject.map(({ startUs }) => startUs)),
    })),
});
