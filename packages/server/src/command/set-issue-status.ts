import { limits } from '@seismo/protocol';
import { z } from 'zod';
import { issueNamed } from '#query/issue.ts';
import { demandSignedIn, type Viewer } from '#query/viewer.ts';
import type { IssueStatus } from '#store/state/contract.ts';
import { Refusal } from '#watch/refusal.ts';
import type { CommandDeps } from './deps.ts';
import { readInput } from './read-input.ts';

const statusSchema = z.enum(['unresolved', 'resolved', 'ignored'], 'A status is unresolved, resolved or ignored.');

/** All of them or, if one may not be touched, none. Those that have the status already get no second entry. */
export async function setIssueStatus(
  deps: CommandDeps,
  viewer: Viewer,
  shortIds: string[],
  status: IssueStatus,
): Promise<void> {
  demandSignedIn(viewer);
  const next = readInput(statusSchema, status);
  if (shortIds.length > limits.ISSUE_CHANGE_COUNT_MAX) {
    throw new Refusal('invalid', `At most ${limits.ISSUE_CHANGE_COUNT_MAX} issues are changed at once.`);
  }
  const ids = new Set<Awaited<ReturnType<typeof issueNamed>>['id']>();
  for (const name of shortIds) ids.add((await issueNamed(deps, viewer, 'event:write', name)).id);
  if (ids.size === 0) return;
  await deps.state.write(async (tx) => {
    const changed = (await tx.issuesByIds([...ids])).filter((issue) => issue.status !== next).map(({ id }) => id);
    if (changed.length === 0) return;
    await tx.setIssueStatus(changed, next);
    for (const issueId of changed) {
      await tx.addActivity({ issueId, userId: viewer.userId, kind: next, atMs: deps.clock.now() });
    }
  });
}
