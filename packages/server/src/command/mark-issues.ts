import { z } from 'zod';
import { demandSignedIn, type Viewer } from '#query/viewer.ts';
import { Refusal } from '#watch/refusal.ts';
import type { ServerCommandDeps } from './deps.ts';
import { readInput } from './read-input.ts';
import { selectIssues, type IssueSelection } from './select-issues.ts';

const marksSchema = z.object({ seen: z.boolean().optional(), bookmarked: z.boolean().optional() });
export type IssueMarks = z.infer<typeof marksSchema>;

/** What is the viewer's own about issues: nobody else sees a difference. */
export async function markIssues(
  deps: ServerCommandDeps,
  viewer: Viewer,
  selection: IssueSelection,
  marks: IssueMarks,
): Promise<void> {
  demandSignedIn(viewer);
  const { seen, bookmarked } = readInput(marksSchema, marks);
  const ids = (await selectIssues(deps, viewer, 'event:read', selection)).map(({ id }) => id);
  const { userId } = viewer;
  if (userId === null) throw new Refusal('forbidden', 'Only a person can have seen or bookmarked an issue.');
  await deps.state.write(async (tx) => {
    if (seen !== undefined) await tx.setSeen(userId, ids, seen ? deps.clock.now() : null);
    if (bookmarked !== undefined) await tx.setBookmarked(userId, ids, bookmarked);
  });
}
