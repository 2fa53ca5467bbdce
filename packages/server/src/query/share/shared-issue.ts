import { decodeBody } from '#store/bodies/body.ts';
import { ActionNames } from '#symbolication/actions/name-actions.ts';
import { Refusal } from '#platform/refusal.ts';
import type { QueryDeps } from '../deps.ts';
import type { SharedIssueView } from './views.ts';
import { openedBy } from './share-links.ts';
import { redactUserData } from './redact-user-data.ts';

/** The shared event of a link. Every dead link gets the same refusal. */
export async function sharedIssue(deps: QueryDeps, secret: string): Promise<SharedIssueView> {
  const opened = await openedBy(deps, String(secret));
  if (!opened) throw nothingShared();
  const { share, issue } = opened;
  const [project, [row]] = await Promise.all([
    deps.state.projectById(issue.projectId),
    deps.telemetry.query('eventById', { projectId: issue.projectId, eventId: share.eventId, atMs: null }),
  ]);
  // The event was deleted, or went to another issue by a split.
  if (!project || !row || row.issueId !== issue.id) throw nothingShared();
  const { event, title, culprit } = await decodeBody(row.body);
  await new ActionNames(deps).name(event, issue.projectId);
  return {
    shortId: issue.shortId,
    project: project.name,
    firstSeenAtMs: issue.firstSeenAtMs,
    lastSeenAtMs: issue.lastSeenAtMs,
    eventCount: issue.eventCount,
    userCount: issue.userCount,
    expiresAtMs: share.expiresAtMs,
    event: redactUserData(event, { title, culprit }),
  };
}

function nothingShared(): Refusal {
  return new Refusal('not-found', 'This link does not exist or has expired.');
}
