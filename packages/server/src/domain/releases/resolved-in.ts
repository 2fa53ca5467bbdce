import type { ProjectId } from '@seismo/protocol';
import type { IssueCondition } from '../search/issue-condition.ts';
import { inOrder, type DatedRelease } from './order.ts';

type OfProject = DatedRelease & { projectId: ProjectId };

/**
 * "In the next release" means the one after the newest at that time: each project's releases with their predecessors.
 */
export function predecessors(
  releases: readonly OfProject[],
): { projectId: ProjectId; version: string; after: string }[] {
  return [...Map.groupBy(releases, ({ projectId }) => projectId)].flatMap(([projectId, ofProject]) => {
    const ordered = inOrder(ofProject);
    return ordered.slice(1).map(({ version }, index) => ({ projectId, version, after: ordered[index]!.version }));
  });
}

/** Issues resolved "in the next release" that one of these releases was. */
export function resolvedAfterThoseBefore(
  releases: readonly OfProject[],
  fits: (version: string) => boolean,
): IssueCondition[] {
  const found = Map.groupBy(
    predecessors(releases).filter(({ version }) => fits(version)),
    ({ projectId }) => projectId,
  );
  return [...found].map(([projectId, ofProject]) => ({
    all: [{ projectIds: [projectId] }, { field: 'resolvedAfter', is: ofProject.map(({ after }) => after) }],
  }));
}
