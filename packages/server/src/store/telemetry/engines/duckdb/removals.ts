import { BIGINT, DuckDBListValue, LIST, VARCHAR, type DuckDBConnection } from '@duckdb/node-api';
import type { EventChange, Removal } from '../../contract.ts';
import type { TableName } from '../../tables/index.ts';
import { foldedSessionsDuckdb } from '../../queries/parts/folded-sessions.ts';
import { deleteRecorded } from './segments.ts';
import type { SpanFiles } from './span-files/span-files.ts';

type RemovalChange = Extract<EventChange, Removal>;

export function isRemoval(change: EventChange): change is RemovalChange {
  return !('set' in change) && !('delete' in change);
}

/** Each is one or more statements of the transaction of its batch. What stays keeps a sequence of the rows it stands for. */
export async function remove(connection: DuckDBConnection, spanFiles: SpanFiles, change: RemovalChange): Promise<void> {
  if ('thin' in change) return thin(connection, change);
  if ('countOnly' in change) return runAll(connection, change.projectId, change.countOnly, countOnly);
  if ('deleteAttachments' in change) {
    return runAll(connection, change.projectId, change.deleteAttachments, [
      { deleteFrom: 'attachments', where: inRange() },
    ]);
  }
  if ('deleteSpans' in change) {
    return deleteSpans(connection, spanFiles, change);
  }
  if ('sumSessions' in change) return runAll(connection, change.projectId, change.sumSessions, sumSessions);
  return runAll(connection, change.projectId, change.sumLedger, sumLedger);
}

const HOUR_MS = 3_600_000;
/** A floor, not a truncation: times before 1970 belong to the hour that starts before them. */
export const hourOf = (column: string) => `${column} - (${column} % ${HOUR_MS} + ${HOUR_MS}) % ${HOUR_MS}`;
const inRange = (column = 'at_ms') =>
  `project_id = $projectId::bigint and ${column} >= $fromMs::bigint and ${column} < $toMs::bigint`;

const DAY_MS = 24 * HOUR_MS;

/** Files go whole: they have the spans of a day, and retention removes whole days. */
async function deleteSpans(
  connection: DuckDBConnection,
  spanFiles: SpanFiles,
  { projectId, deleteSpans: { fromMs, toMs } }: Extract<RemovalChange, { deleteSpans: unknown }>,
): Promise<void> {
  const values = { projectId: BigInt(projectId), fromMs: BigInt(fromMs), toMs: BigInt(toMs) };
  const types = { projectId: BIGINT, fromMs: BIGINT, toMs: BIGINT };
  const ofProject = 'project_id = $projectId';
  await spanFiles.remove(connection, {
    whole: `${ofProject} and day_at_ms >= $fromMs and day_at_ms + ${DAY_MS} <= $toMs`,
    files: `${ofProject} and day_at_ms < $toMs and day_at_ms + ${DAY_MS} > $fromMs`,
    spans: 'received_at_ms >= $fromMs and received_at_ms < $toMs',
    values,
    types,
  });
  await deleteRecorded(connection, 'spans', inRange('received_at_ms'), values, types);
}

const kept = `
  sequence, organization_id, project_id, issue_id, event_id, at_ms, level, environment, release, user_key, user_hash,
  hash, mapped_hash, original_hash`;

async function thin(
  connection: DuckDBConnection,
  { projectId, thin: eventIds }: Extract<RemovalChange, { thin: unknown }>,
): Promise<void> {
  const values = { projectId: BigInt(projectId), eventIds: new DuckDBListValue(eventIds) };
  const types = { projectId: BIGINT, eventIds: LIST(VARCHAR) };
  const these = 'project_id = $projectId and event_id in (select unnest($eventIds)::uuid)';
  await connection.run(`insert into thinned by name select ${kept} from events where ${these}`, values, types);
  await deleteRecorded(connection, 'attachments', these, values, types);
  await deleteRecorded(connection, 'events', these, values, types);
}

type Statement = string | { deleteFrom: TableName; where: string };

const countOnly: readonly Statement[] = [
  `insert into counts by name
   select
     max(sequence) as sequence, organization_id, project_id, issue_id, ${hourOf('at_ms')} as at_ms, level, environment,
     release, hash, mapped_hash, original_hash, count(*) as quantity
   from thinned
   where ${inRange()}
   group by all`,
  { deleteFrom: 'thinned', where: inRange() },
];

const sumSessions: readonly Statement[] = [
  `create or replace temp table summed as
   with ${foldedSessionsDuckdb('sessions')}
   select
     max(sequence) as sequence, 0 as position, organization_id, project_id, release, environment, '' as session_id,
     '' as user_key, ${hourOf('started_at_ms')} as started_at_ms, sum(exited)::bigint as exited,
     sum(errored)::bigint as errored, sum(crashed)::bigint as crashed, sum(abnormal)::bigint as abnormal
   from folded
   group by organization_id, project_id, release, environment, ${hourOf('started_at_ms')}`,
  { deleteFrom: 'sessions', where: inRange('started_at_ms') },
  'insert into sessions by name select * from temp.summed',
  'drop table temp.summed',
];

const sumLedger: readonly Statement[] = [
  `create or replace temp table summed as
   select
     max(sequence) as sequence, organization_id, project_id, ${hourOf('at_ms')} as at_ms, item_kind, outcome, reason,
     sum(quantity)::bigint as quantity, key_id
   from ledger
   where ${inRange()}
   group by all
   having sum(quantity) <> 0`,
  { deleteFrom: 'ledger', where: inRange() },
  'insert into ledger by name select * from temp.summed',
  'drop table temp.summed',
];

async function runAll(
  connection: DuckDBConnection,
  projectId: number,
  { fromMs, toMs }: { fromMs: number; toMs: number },
  statements: readonly Statement[],
): Promise<void> {
  const all = {
    projectId: BigInt(projectId),
    projectIds: new DuckDBListValue([BigInt(projectId)]),
    fromMs: BigInt(fromMs),
    toMs: BigInt(toMs),
  };
  const types = { projectId: BIGINT, projectIds: LIST(BIGINT), fromMs: BIGINT, toMs: BIGINT };
  for (const statement of statements) {
    const text = typeof statement === 'string' ? statement : statement.where;
    const named = Object.keys(all).filter((name) => new RegExp(`\\$${name}\\b`).test(text)) as (keyof typeof all)[];
    const ofText = [
      Object.fromEntries(named.map((name) => [name, all[name]])),
      Object.fromEntries(named.map((name) => [name, types[name]])),
    ] as const;
    if (typeof statement === 'string') await connection.run(statement, ...ofText);
    else await deleteRecorded(connection, statement.deleteFrom, statement.where, ...ofText);
  }
}
