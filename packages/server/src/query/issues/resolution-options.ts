import { limits } from '@seismo/protocol';
import type { QueryDeps } from '../deps.ts';
import { issueNamed } from './issue.ts';
import type { ResolutionOptions } from './views.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';

/** The releases and commits of the project with this text in which an issue can be resolved, newest first. */
export async function resolutionOptions(
  { state }: QueryDeps,
  viewer: Viewer,
  shortId: string,
  text: string,
): Promise<ResolutionOptions> {
  const { projectId } = await issueNamed({ state }, viewer, 'event:read', shortId);
  const search = text.trim().slice(0, limits.RELEASE_CHARS_MAX);
  const [releases, commits] = await Promise.all([
    state.listReleases(projectId),
    state.findCommits({
      projectId,
      text: search,
      count: limits.RESOLUTION_OPTION_COUNT_MAX,
      requestedBy: viewer.userId,
    }),
  ]);
  return {
    releases: releases
      .filter(({ version }) => version.toLowerCase().includes(search.toLowerCase()))
      .slice(0, limits.RESOLUTION_OPTION_COUNT_MAX)
      .map(({ version, firstSeenAtMs }) => ({ version, firstSeenAtMs })),
    commits: commits.map(({ message, ...commit }) => ({ ...commit, title: message.split('\n', 1)[0]! })),
  };
}
