import type { ProjectId } from '@seismo/protocol';
import { bucketOf, groups } from '../engines/memory/rows.ts';
import type { StoredRows } from '../tables/index.ts';
import { defineQuery, integer } from './query.ts';

interface Params {
  /** Tables whose rows expire by hours. Of sessions and the ledger, only rows that are not summed up yet count. */
  table: 'thinned' | 'attachments' | 'sessions' | 'ledger';
  projectId: ProjectId;
  untilMs: number;
  count: number;
}

const HOUR_MS = 3_600_000;

const times: Record<Params['table'], string> = {
  thinned: 'at_ms',
  attachments: 'at_ms',
  sessions: 'started_at_ms',
  ledger: 'at_ms',
};
const isSingle: Record<Params['table'], string> = {
  thinned: 'true',
  attachments: 'true',
  sessions: `(session_id <> '' or started_at_ms % ${HOUR_MS} <> 0)`,
  ledger: `at_ms % ${HOUR_MS} <> 0`,
};

/** The oldest hours before a time that have rows, and how many rows each has. */
export const oldHours = defineQuery({
  sql: {
    duckdb: (_parts, { table }: Params) => {
      const atMs = times[table];
      return `
      select ${atMs} - (${atMs} % ${HOUR_MS} + ${HOUR_MS}) % ${HOUR_MS} as "hourAtMs", count(*) as rows
      from ${table}
      where project_id = $projectId::bigint and ${atMs} < $untilMs::bigint and ${isSingle[table]}
      group by 1
      order by 1
      limit $count::bigint`;
    },
  },
  row: { hourAtMs: integer, rows: integer },
  memory: (stored, { table, projectId, untilMs, count }) =>
    groups(
      timesOf(stored, table, projectId).filter((atMs) => atMs < untilMs),
      (atMs) => [bucketOf(atMs, HOUR_MS)],
    )
      .map((ofHour) => ({ hourAtMs: bucketOf(ofHour[0]!, HOUR_MS), rows: ofHour.length }))
      .slice(0, count),
});

function timesOf(stored: StoredRows, table: Params['table'], projectId: ProjectId): number[] {
  const isAligned = (atMs: number) => atMs % HOUR_MS === 0;
  const ofProject = (row: { projectId: ProjectId }) => row.projectId === projectId;
  if (table === 'sessions') {
    const single = stored.sessions.filter((row) => row.sessionId !== '' || !isAligned(row.startedAtMs));
    return single.filter(ofProject).map(({ startedAtMs }) => startedAtMs);
  }
  const times = stored[table].filter(ofProject).map(({ atMs }) => atMs);
  return table === 'ledger' ? times.filter((atMs) => !isAligned(atMs)) : times;
}
