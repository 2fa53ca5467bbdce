import type { IssueId, ProjectId } from '@seismo/protocol';
import { matches } from '../../engines/memory/condition.ts';
import { among, byTimeAndId, within } from '../../engines/memory/rows.ts';
import type { EventCondition } from '#domain/search/event-condition.ts';
import type { EventRow } from '../../tables/events.ts';
import type { StoredRows } from '../../tables/index.ts';
import type { Range } from '../query.ts';

export interface OneIssue {
  projectId: ProjectId;
  issueId: IssueId;
}

/** Events of an issue in these environments (none: in any), in the range and matching the condition. */
export interface EventsOfIssue extends OneIssue {
  environments: string[];
  range: Range | null;
  where: EventCondition | null;
}

export const eventsOfIssueDuckdb = (where: string) => `
          project_id = $projectId::bigint
          and issue_id = $issueId::bigint
          and at_ms >= $fromMs::bigint
          and at_ms < $toMs::bigint
          and (len($environments::varchar[]) = 0 or list_contains($environments::varchar[], environment))
          and ${where}`;

export function isOfIssue({ projectId, issueId }: OneIssue): (event: OneIssue) => boolean {
  return (event) => event.projectId === projectId && event.issueId === issueId;
}

/** The oldest first. */
export function someEventsOfIssue({ events }: StoredRows, params: EventsOfIssue): EventRow[] {
  const { environments, range, where } = params;
  return events
    .filter(isOfIssue(params))
    .filter(matches(where))
    .filter((event) => among(event.environment, environments) && (range === null || within(event.atMs, range)))
    .sort(byTimeAndId);
}
