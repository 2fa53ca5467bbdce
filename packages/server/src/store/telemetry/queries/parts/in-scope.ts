import type { ProjectId } from '@seismo/protocol';
import { matches } from '../../engines/memory/condition.ts';
import { allEvents, among, within } from '../../engines/memory/rows.ts';
import { readsContent, type EventCondition } from '#domain/search/event-condition.ts';
import type { StoredRows } from '../../tables/index.ts';
import type { Range } from '../query.ts';

export interface Scope {
  projectIds: ProjectId[];
  environments: string[];
  releases: string[];
  where: EventCondition | null;
  range: Range;
}

/**
 * Events of projects in a time range, environments and releases. For a single project, which is the usual case, the
 * bounds decide from the zone maps without reading the column.
 */
export const inRangeDuckdb = `
          at_ms >= $fromMs::bigint
          and at_ms < $toMs::bigint
          and project_id >= list_min($projectIds::bigint[])
          and project_id <= list_max($projectIds::bigint[])
          and (
            list_min($projectIds::bigint[]) = list_max($projectIds::bigint[])
            or list_contains($projectIds::bigint[], project_id)
          )
          and (len($environments::varchar[]) = 0 or list_contains($environments::varchar[], environment))
          and (len($releases::varchar[]) = 0 or list_contains($releases::varchar[], release))`;

/** The condition of most queries about issues in a range. */
export const inScopeDuckdb = (where: string) => `${inRangeDuckdb}
          and ${where}`;

export function eventsInScope(rows: StoredRows, params: Scope): StoredRows['events'] {
  const { projectIds, environments, releases, where, range } = params;
  return (where && readsContent(where) ? rows.events : allEvents(rows))
    .filter(matches(where))
    .filter((event) => projectIds.includes(event.projectId) && within(event.atMs, range))
    .filter((event) => among(event.environment, environments) && among(event.release, releases));
}
