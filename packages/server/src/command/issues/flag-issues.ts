import type { IssueId } from '@seismo/protocol';
import { z } from 'zod';
import { userFlagsOf } from '#query/issues/issue.ts';
import { permissions } from '#domain/permissions/permissions.ts';
import { requireSignedIn, type Viewer } from '#domain/permissions/viewer.ts';
import type { Issue, IssueName } from '#store/state/contract.ts';
import { Refusal } from '#platform/refusal.ts';
import type { ServerCommandDeps } from '../deps.ts';
import { readInput } from '#platform/read-input.ts';
import { selectIssues, type IssueSelection } from './select-issues.ts';

const flagsSchema = z.object({ seen: z.boolean().optional(), bookmarked: z.boolean().optional() });
export type IssueFlags = z.infer<typeof flagsSchema>;

/** Sets the viewer's own flags of issues, invisible to other users. Returns the issues that changed. */
export async function flagIssues(
  deps: ServerCommandDeps,
  viewer: Viewer,
  selection: IssueSelection,
  flags: IssueFlags,
): Promise<{ changed: IssueName[] }> {
  requireSignedIn(viewer);
  const { seen, bookmarked } = readInput(flagsSchema, flags);
  const issues = await selectIssues(deps, viewer, permissions.flagIssues, selection);
  const { userId } = viewer;
  if (userId === null)
    throw new Refusal('forbidden', 'Only a user can mark an issue as seen or bookmark it; this token has no user.');
  return deps.state.write(async (tx) => {
    const personal = await userFlagsOf({ state: tx }, viewer, issues);
    const differing = (wanted: boolean | undefined, is: (issue: Issue) => boolean) =>
      wanted === undefined ? [] : issues.filter((issue) => is(issue) !== wanted);
    const toSee = differing(seen, (issue) => personal(issue).seen);
    const toBookmark = differing(bookmarked, (issue) => personal(issue).bookmarked);
    await tx.setSeen(userId, idsOf(toSee), seen ? deps.clock.now() : null);
    await tx.setBookmarked(userId, idsOf(toBookmark), bookmarked ?? false);
    return {
      changed: issues
        .filter((issue) => toSee.includes(issue) || toBookmark.includes(issue))
        .map(({ id, shortId }) => ({ id, shortId })),
    };
  });
}

function idsOf(issues: Issue[]): IssueId[] {
  return issues.map(({ id }) => id);
}
