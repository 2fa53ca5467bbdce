import { integer, projectId, type Question, type TelemetryEngine } from './question.ts';

export const ledgerCourse: Question<'ledger-course'> = {
  sql: {
    duckdb: `
      select
        at_ms - (at_ms % $bucketMs::bigint + $bucketMs::bigint) % $bucketMs::bigint as "bucketAtMs",
        project_id as "projectId",
        key_id as "keyId",
        sum(quantity) as quantity,
        max(at_ms) as "lastAtMs"
      from ledger
      where at_ms >= $fromMs::bigint
        and at_ms < $toMs::bigint
        and list_contains($projectIds::bigint[], project_id)
        and ($keyId::bigint is null or key_id = $keyId::bigint)
        and ($itemKind::varchar is null or item_kind = $itemKind::varchar)
        and outcome = $outcome::varchar
        and ($reason::varchar is null or reason = $reason::varchar)
      group by 1, 2, 3
      having sum(quantity) <> 0
      order by 1, 2, 3`,
  } satisfies Record<TelemetryEngine, string>,
  bind: ({ projectIds, range, bucketMs, keyId = null, itemKind, outcome, reason }) => ({
    projectIds,
    bucketMs,
    keyId,
    itemKind,
    outcome,
    reason,
    ...range,
  }),
  row: { bucketAtMs: integer, projectId, keyId: integer, quantity: integer, lastAtMs: integer },
};
