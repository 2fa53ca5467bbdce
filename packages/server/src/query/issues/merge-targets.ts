import { limits } from '@seismo/protocol';
import type { Viewer } from '#domain/permissions/viewer.ts';
import type { QueryDeps } from '../deps.ts';
import { similarIssues, type SimilarIssue } from './grouping.ts';
import { findIssue, issueNamed } from './issue.ts';

/** `why`: what it has in common with the issue to merge, if it is similar. */
export type MergeTarget = Omit<SimilarIssue, 'why'> & { why: string | null };

/**
 * Issues of the same project that an issue can be merged into: the one with the typed short ID, else those with all typed
 * words, the last seen first. Before anything is typed, similar issues come first.
 */
export async function mergeTargets(
  deps: QueryDeps,
  viewer: Viewer,
  shortId: string,
  text: string,
): Promise<MergeTarget[]> {
  const issue = await issueNamed(deps, viewer, 'event:read', shortId);
  const typed = text.trim().slice(0, limits.QUERY_CHARS_MAX);
  const named = /^\d*$/.test(typed) ? null : await findIssue(deps, viewer, typed);
  const isNamed = named?.projectId === issue.projectId && named.id !== issue.id;
  const similar: MergeTarget[] = typed === '' ? await similarIssues(deps, viewer, shortId) : [];
  const words = typed.split(/\s+/).filter((word) => word !== '');
  const found = isNamed
    ? [named]
    : await deps.state.listIssues({
        projectIds: [issue.projectId],
        ids: null,
        where: { all: words.slice(0, limits.QUERY_TERM_COUNT_MAX).map((word) => ({ headline: [word] })) },
        sort: 'last-seen',
        after: null,
        count: limits.FIND_COUNT_MAX,
        requestedBy: viewer.userId,
      });
  const others = found.filter(({ id }) => id !== issue.id && !similar.some((one) => one.id === id));
  return [
    ...similar,
    ...others.map(({ id, shortId: name, type, value, culprit, eventCount, lastSeenAtMs }) => ({
      id,
      shortId: name,
      type,
      value,
      culprit,
      events: eventCount,
      lastSeenAtMs,
      why: null,
    })),
  ];
}
