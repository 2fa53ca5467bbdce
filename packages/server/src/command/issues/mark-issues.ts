import type { IssueId } from '@seismo/protocol';
import { z } from 'zod';
import { personalOf } from '#query/issues/issue.ts';
import { needs } from '#domain/permissions/needs.ts';
import { demandSignedIn, type Viewer } from '#domain/permissions/viewer.ts';
import type { Issue, IssueName } from '#store/state/contract.ts';
import { Refusal } from '#platform/refusal.ts';
import type { ServerCommandDeps } from '../deps.ts';
import { readInput } from '../read-input.ts';
import { selectIssues, type IssueSelection } from './select-issues.ts';

const marksSchema = z.object({ seen: z.boolean().optional(), bookmarked: z.boolean().optional() });
export type IssueMarks = z.infer<typeof marksSchema>;

/** What is the viewer's own about issues: nobody else sees a difference. Names those that were not so before. */
export async function markIssues(
  deps: ServerCommandDeps,
  viewer: Viewer,
  selection: IssueSelection,
  marks: IssueMarks,
): Promise<{ changed: IssueName[] }> {
  demandSignedIn(viewer);
  const { seen, bookmarked } = readInput(marksSchema, marks);
  const issues = await selectIssues(deps, viewer, needs.markIssues, selection);
  const { userId } = viewer;
  if (userId === null) throw new Refusal('forbidden', 'Only a person can have seen or bookmarked an issue.');
  return deps.state.write(async (tx) => {
    const personal = await personalOf({ state: tx }, viewer, issues);
    const unlike = (wanted: boolean | undefined, is: (issue: Issue) => boolean) =>
      wanted === undefined ? [] : issues.filter((issue) => is(issue) !== wanted);
    const toSee = unlike(seen, (issue) => personal(issue).seen);
    const toBookmark = unlike(bookmarked, (issue) => personal(issue).bookmarked);
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
