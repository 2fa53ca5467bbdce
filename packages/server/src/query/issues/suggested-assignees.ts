import { compileOwnership } from '#domain/ownership/owners.ts';
import { defaultOwnership, readDocument } from '#domain/configuration/documents.ts';
import { assigneeNamed, isFor } from '#domain/ownership/assignee.ts';
import { assigneesIn } from './assignee.ts';
import type { QueryDeps } from '../deps.ts';
import { eventIfStored } from '../events/event.ts';
import { issueNamed } from './issue.ts';
import { suspectCommits } from './suspect-commits.ts';
import type { AssigneeView, SuggestedAssignee } from './views.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';

/** Suggested assignees with reasons: owners by the rule that fits its newest event, then authors of changed files. */
export async function suggestedAssignees(
  deps: QueryDeps,
  viewer: Viewer,
  shortId: string,
): Promise<SuggestedAssignee[]> {
  const issue = await issueNamed(deps, viewer, 'event:read', shortId);
  const [people, [document], event, commits] = await Promise.all([
    assigneesIn(deps.state, [issue.organizationId]),
    deps.state.configurationHistory(issue.projectId, 'ownership', 1),
    eventIfStored(deps, viewer, shortId, 'latest'),
    suspectCommits(deps, viewer, shortId),
  ]);
  const ownership = compileOwnership(readDocument(document?.document, defaultOwnership).rules);
  const rule = event && ownership?.(event.stored.event);
  const owners = (rule?.owners ?? []).flatMap((name) => {
    const named = assigneeNamed(name, people, null);
    const to = people.find((each) => isFor(each, named));
    return to ? [{ to, why: `Matches the ownership rule ${rule!.text}` }] : [];
  });
  const authors = commits.flatMap(({ author, id, path }) =>
    author ? [{ to: author, why: `Changed ${path} in ${id.slice(0, 7)}` }] : [],
  );
  const suggested = new Map<string, SuggestedAssignee>();
  for (const one of [...owners, ...authors]) {
    const key = keyOf(one.to);
    if (!suggested.has(key)) suggested.set(key, one);
  }
  return [...suggested.values()];
}

function keyOf(to: AssigneeView): string {
  return to.kind === 'team' ? `team:${to.teamId}` : `user:${to.userId}`;
}
