import type { IssueId } from '@seismo/protocol';

/** More merges in a row than occur; it also stops at a cycle, which should not exist. */
const STEP_COUNT_MAX = 50;

export async function followed(issueId: IssueId, next: (id: IssueId) => Promise<IssueId | null>): Promise<IssueId> {
  let id = issueId;
  for (let step = 0; step < STEP_COUNT_MAX; step++) {
    const into = await next(id);
    if (into === null) return id;
    id = into;
  }
  return id;
}
