import { limits, type IssueId } from '@seismo/protocol';
import { issueNamed } from '#query/issues/issue.ts';
import { listIssues } from '#query/issues/list-issues.ts';
import type { IssueFilter, IssuePage } from '#query/issues/views.ts';
import { requireSignedIn, type Scope, type Viewer } from '#domain/permissions/viewer.ts';
import type { Issue } from '#store/state/contract.ts';
import { Refusal } from '#platform/refusal.ts';
import type { ServerCommandDeps } from '../deps.ts';

/** These issues, all of which must exist; or those that a search finds, up to the limit of one command. */
export type IssueSelection = string[] | IssueFilter;

/** The issues to change, if the viewer may change all of them in this way. */
export async function selectIssues(
  deps: ServerCommandDeps,
  viewer: Viewer,
  scope: Scope,
  selection: IssueSelection,
): Promise<Issue[]> {
  requireSignedIn(viewer);
  const names = Array.isArray(selection) ? selection : await found(deps, viewer, selection);
  if (names.length > limits.ISSUE_CHANGE_COUNT_MAX) {
    throw new Refusal('invalid', `You can change at most ${limits.ISSUE_CHANGE_COUNT_MAX} issues at once.`);
  }
  const issues = new Map<IssueId, Issue>();
  for (const name of names) {
    const issue = await issueNamed(deps, viewer, scope, name);
    issues.set(issue.id, issue);
  }
  return [...issues.values()];
}

async function found(deps: ServerCommandDeps, viewer: Viewer, filter: IssueFilter): Promise<string[]> {
  const names: string[] = [];
  let cursor: string | null = null;
  do {
    const page: IssuePage = await listIssues(deps, viewer, { ...filter, cursor, count: limits.API_PAGE_COUNT_MAX });
    if (page.problem) {
      throw new Refusal('invalid', `${page.problem.message} (at character ${page.problem.from + 1})`);
    }
    names.push(...page.issues.map(({ id }) => String(id)));
    cursor = page.next;
  } while (cursor !== null && names.length < limits.ISSUE_CHANGE_COUNT_MAX);
  return names.slice(0, limits.ISSUE_CHANGE_COUNT_MAX);
}
