import type { QueryDeps } from '../deps.ts';
import { issueNamed } from './issue.ts';
import type { IssueEnvironment } from './views.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';

/** Where the issue was seen, the environment with the newest event first. */
export async function issueEnvironments(deps: QueryDeps, viewer: Viewer, shortId: string): Promise<IssueEnvironment[]> {
  const { projectId, id: issueId } = await issueNamed(deps, viewer, 'event:read', shortId);
  const rows = await deps.telemetry.query('issueEnvironments', { projectId, issueId });
  return rows.toSorted((one, other) => other.lastSeenAtMs - one.lastSeenAtMs);
}
