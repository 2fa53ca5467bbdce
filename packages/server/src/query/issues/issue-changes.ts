import type { IssueId } from '@seismo/protocol';
import type { Telemetry } from '#store/telemetry/contract.ts';
import type { QueryParams } from '#store/telemetry/queries/index.ts';
import type { IssueFilter } from './views.ts';

/**
 * The list positions of issues before entries after `sequence` were processed: later pages belong to the list of the
 * first page, so an issue that has moved up meanwhile is not missed. `null` for a new issue; `undefined` if nothing
 * moved. Lists sorted by users or trend are always current.
 */
export async function changedIssues(
  telemetry: Telemetry,
  sort: IssueFilter['sort'],
  scope: Omit<QueryParams['issuesInRange'], 'sinceSequence'>,
  sequence: number,
): Promise<((now: { id: IssueId; value: number }) => number | null) | null> {
  if (sort === 'events') {
    const added = await telemetry.query('issuesInRange', { ...scope, sinceSequence: sequence });
    if (added.length === 0) return null;
    const byId = new Map(added.map(({ issueId, events }) => [issueId, events]));
    return ({ id, value }) => value - (byId.get(id) ?? 0) || null;
  }
  if (sort !== 'last-seen') return null;
  const { projectIds, range } = scope;
  const everything = { projectIds, environments: [], releases: [], where: null };
  const moved = await telemetry.query('issuesInRange', {
    ...everything,
    range: { ...range, toMs: Number.MAX_SAFE_INTEGER },
    sinceSequence: sequence,
  });
  if (moved.length === 0) return null;
  const issueIds = moved.map(({ issueId }) => issueId);
  const before = await telemetry.query('lastSeenThrough', { projectIds, issueIds, sequence });
  const byId = new Map<IssueId, number | null>(issueIds.map((id) => [id, null]));
  for (const { issueId, atMs } of before) byId.set(issueId, atMs);
  return ({ id, value }) => (byId.has(id) ? byId.get(id)! : value);
}
