import { limits, type IssueId } from '@seismo/protocol';
import { rulesOfCodeowners } from '#domain/ownership/codeowners.ts';
import { compileOwnership } from '#domain/ownership/owners.ts';
import { parseOwnership } from '#domain/ownership/rules.ts';
import type { Problem } from '#domain/grouping/rules/syntax.ts';
import { decodeBody } from '#store/bodies/body.ts';
import { firstAssignee, isFor } from '#domain/ownership/assignee.ts';
import { assigneesIn } from './assignee.ts';
import type { QueryDeps } from '../deps.ts';
import { projectNamed } from '../projects/projects.ts';
import type { AssigneeView } from './views.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';

/** The assignees that unsaved rules would give the project's newest events. */
export interface OwnershipPreview {
  problems: Problem[];
  /** The number of checked events; not `complete` if time ran out. */
  examined: number;
  complete: boolean;
  owned: {
    shortId: string;
    title: string;
    events: number;
    rule: string | null;
    /** `null` with a rule: none of its owners is in the organization. */
    owner: AssigneeView | null;
  }[];
}

export async function previewOwnership(
  deps: QueryDeps,
  viewer: Viewer,
  projectSlug: string,
  text: string,
): Promise<OwnershipPreview> {
  const { id, organizationId } = await projectNamed(deps, viewer, 'event:read', projectSlug);
  const { problems } = parseOwnership(text);
  const ownership = compileOwnership(text);
  const people = await assigneesIn(deps.state, [organizationId]);
  const deadlineMs = deps.clock.now() + limits.PREVIEW_MS_MAX;
  const rows = await deps.telemetry.query('newestBodies', { projectId: id, count: limits.PREVIEW_EVENT_COUNT_MAX });
  const owned = new Map<string, OwnershipPreview['owned'][number] & { issueId: IssueId }>();
  let examined = 0;
  for (const { issueId, body } of rows) {
    if (deps.clock.now() > deadlineMs) break;
    examined++;
    const { event, title } = await decodeBody(body);
    const rule = ownership?.(event) ?? null;
    const key = `${issueId}:${rule?.line ?? 0}`;
    const known = owned.get(key);
    if (known) {
      known.events++;
      continue;
    }
    const to = rule && firstAssignee(rule.owners, people);
    const owner = people.find((each) => isFor(each, to)) ?? null;
    owned.set(key, { issueId, shortId: '', title, events: 1, rule: rule?.text ?? null, owner });
  }
  const issues = await deps.state.issuesByIds([...owned.values()].map(({ issueId }) => issueId));
  const shortIds = new Map(issues.map((issue) => [issue.id, issue.shortId]));
  return {
    problems,
    examined,
    complete: examined === rows.length,
    owned: [...owned.values()].map(({ issueId, ...row }) => ({ ...row, shortId: shortIds.get(issueId) ?? '' })),
  };
}

/** CODEOWNERS as rules that can be edited, with the teams that there are. */
export async function rulesFromCodeowners(
  deps: QueryDeps,
  viewer: Viewer,
  projectSlug: string,
  text: string,
): Promise<string> {
  const { organizationId } = await projectNamed(deps, viewer, 'project:read', projectSlug);
  const teams = await deps.state.listTeams([organizationId]);
  return rulesOfCodeowners(
    text.slice(0, limits.RULES_CHARS_MAX),
    teams.map(({ slug }) => slug),
  );
}
