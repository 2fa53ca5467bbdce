import type { ProjectId } from '@seismo/protocol';
import { bucketOf, groups } from '../engines/memory/rows.ts';
import { defineQuery, integer } from './query.ts';

interface Params {
  projectId: ProjectId;
  untilMs: number;
}

const DAY_MS = 86_400_000;

/** The UTC days before a time on which spans arrived that are still stored, the oldest first, and how many they are. */
export const spanDays = defineQuery({
  sql: {
    duckdb: `
      select "dayAtMs", sum(rows)::bigint as rows
      from (
        select received_at_ms - (received_at_ms % ${DAY_MS} + ${DAY_MS}) % ${DAY_MS} as "dayAtMs", count(*) as rows
        from spans
        where project_id = $projectId::bigint
        group by 1
        union all
        select day_at_ms, rows from span_files where project_id = $projectId::bigint
      )
      where "dayAtMs" < $untilMs::bigint
      group by 1
      order by 1`,
  },
  row: { dayAtMs: integer, rows: integer },
  memory: ({ spans }, { projectId, untilMs }: Params) =>
    groups(
      spans.filter((span) => span.projectId === projectId).map(({ receivedAtMs }) => bucketOf(receivedAtMs, DAY_MS)),
      (dayAtMs) => [dayAtMs],
    )
      .map((ofDay) => ({ dayAtMs: ofDay[0]!, rows: ofDay.length }))
      .filter(({ dayAtMs }) => dayAtMs < untilMs)
      .sort((a, b) => a.dayAtMs - b.dayAtMs),
});
