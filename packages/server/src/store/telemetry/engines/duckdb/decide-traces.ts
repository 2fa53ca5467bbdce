import { BIGINT, DOUBLE, DuckDBListValue, LIST, type DuckDBConnection, type DuckDBValue } from '@duckdb/node-api';
import { limits } from '@seismo/protocol';
import type { RemovalRow, TraceDecision } from '../../contract.ts';
import { sampledDuckdb } from '../../queries/parts/trace-sample.ts';
import { deleteRecorded, recordThese } from './segments.ts';
import { readValue } from './values.ts';

/** In a transaction. Returns how many spans it decided about, and what to log of those that are gone. */
export async function decideTraces(
  connection: DuckDBConnection,
  { through, atMs, arrivedUntilMs, rules }: TraceDecision,
): Promise<{ spans: number; removals: RemovalRow[] }> {
  const values = { through: BigInt(through) };
  const types = { through: BIGINT };
  const list = (items: DuckDBValue[]) => new DuckDBListValue(items);
  await connection.run(
    decisions,
    {
      ...values,
      arrivedUntilMs: BigInt(arrivedUntilMs),
      eventMs: BigInt(limits.TRACE_EVENT_MS_MAX),
      projectIds: list(rules.map(({ projectId }) => BigInt(projectId))),
      shares: list(rules.map(({ share }) => share)),
      slowUs: list(rules.map(({ slowUs }) => (slowUs === null ? null : BigInt(slowUs)))),
    },
    {
      ...types,
      arrivedUntilMs: BIGINT,
      eventMs: BIGINT,
      projectIds: LIST(BIGINT),
      shares: LIST(DOUBLE),
      slowUs: LIST(BIGINT),
    },
  );
  const counted = await connection.runAndReadAll(
    `select organization_id, project_id, count(*) filter (where rate is null), count(*)
     from spans join temp.decided using (organization_id, trace_id)
     where ${undecided}
     group by all`,
    values,
    types,
  );
  const projects = counted.getRows().map((row) => row.map(readValue) as [never, never, number, number]);
  await deleteRecorded(connection, 'spans', those('decided.rate is null'), values, types);
  await recordThese(connection, 'spans', those('decided.rate is not null'), values, types);
  await connection.run(
    `update spans set server_sample_rate = decided.rate
     from temp.decided
     where ${undecided} and ${isOfTrace} and decided.rate is not null`,
    values,
    types,
  );
  await connection.run('drop table temp.decided');
  return {
    spans: projects.reduce((sum, [, , , count]) => sum + count, 0),
    removals: projects
      .filter(([, , quantity]) => quantity > 0)
      .map(([organizationId, projectId, quantity]) => ({
        organizationId,
        projectId,
        atMs,
        itemKind: 'span',
        reason: 'sampled',
        quantity,
        bytes: 0,
      })),
  };
}

const undecided = 'server_sample_rate is null and sequence <= $through';
const isOfTrace = 'decided.trace_id = spans.trace_id and decided.organization_id = spans.organization_id';
const those = (condition: string) =>
  `${undecided} and exists (select 1 from temp.decided where ${isOfTrace} and ${condition})`;

/** The traces to decide about, with their rate; null if they go. */
const decisions = `
  create or replace temp table decided as
  with due as (
    select organization_id, trace_id, min(received_at_ms) as first_ms
    from spans
    where ${undecided}
    group by organization_id, trace_id
    having min(received_at_ms) <= $arrivedUntilMs
  ),
  rules as (select unnest($projectIds) as project_id, unnest($shares) as share, unnest($slowUs) as slow_us),
  new_spans as (
    select
      organization_id, trace_id,
      max(server_sample_rate) as rate,
      bool_or(status = 'error' or (is_segment and coalesce(duration_us >= slow_us, false))) as is_notable,
      max(coalesce(share, 1)) as share
    from spans join due using (organization_id, trace_id) left join rules using (project_id)
    group by organization_id, trace_id
  ),
  old_spans as (
    select organization_id, trace_id, max(server_sample_rate) as rate
    from span_traces semi join due using (organization_id, trace_id)
    group by organization_id, trace_id
  ),
  failed as (
    select distinct organization_id, trace_id
    from events semi join due using (organization_id, trace_id)
    where received_at_ms >= (select min(first_ms) from due) - $eventMs
  )
  select
    organization_id, trace_id,
    coalesce(
      greatest(new_spans.rate, old_spans.rate),
      case
        when is_notable or failed.trace_id is not null then 1
        when ${sampledDuckdb('trace_id', 'share')} then share
      end
    ) as rate
  from new_spans
  left join old_spans using (organization_id, trace_id)
  left join failed using (organization_id, trace_id)`;
