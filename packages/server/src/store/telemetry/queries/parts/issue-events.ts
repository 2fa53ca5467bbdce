/**
 * The events of an issue of batches after a sequence, without their texts. As groups of events that differ only in time,
 * ID and user, because transferring a row costs more than finding it. Materialized before they are grouped: a scan passes
 * on the few matches of every 2,048 rows, and each pass costs.
 */
export const issueEventsDuckdb = `
  with seen as materialized (
    select sequence, at_ms, event_id, environment, release, user_hash, tags
    from events
    where project_id = $projectId::bigint and issue_id = $issueId::bigint and sequence > $sinceSequence::bigint
  )
  select environment, release, tags, list(at_ms::double), list(event_id), list(user_hash), max(sequence)
  from seen
  group by environment, release, tags`;
