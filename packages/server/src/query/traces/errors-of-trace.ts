import { limits } from '@seismo/protocol';
import type { Issue, Project } from '#store/state/contract.ts';
import type { QueryDeps } from '../deps.ts';
import { issuesOf, linkedRows, type LinkedRow } from '../events/linked-events.ts';

/** The newest error events of a trace in these projects by time, with their issues. */
export async function errorsOfTrace(
  deps: QueryDeps,
  projects: Project[],
  traceId: string,
): Promise<{ rows: LinkedRow[]; issues: Map<Issue['id'], Issue> }> {
  const rows = (await linkedRows(deps, projects, { traceId })).slice(0, limits.LINKED_EVENT_COUNT_MAX);
  return { rows: rows.toSorted((a, b) => a.atMs - b.atMs), issues: await issuesOf(deps, rows) };
}
