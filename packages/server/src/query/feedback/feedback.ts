import { limits, type ProjectId } from '@seismo/protocol';
import { z } from 'zod';
import type { Feedback, Issue, Project, StateReads } from '#store/state/contract.ts';
import { Refusal } from '#platform/refusal.ts';
import { readCursor, writeCursor } from '../cursor.ts';
import type { QueryDeps } from '../deps.ts';
import { attachmentViews } from '../events/attachment-views.ts';
import { titleOf } from '../find.ts';
import { issueNamed } from '../issues/issue.ts';
import { projectsNamed, projectsOfRows } from '../projects/projects.ts';
import { rangeOf } from '../range.ts';
import type { FeedbackDetail, FeedbackFilter, FeedbackPage, FeedbackView } from './views.ts';
import { requirePermission, requireSignedIn, type Scope, type Viewer } from '#domain/permissions/viewer.ts';

/** User feedback, newest first, with the number in each status. */
export async function listFeedback(deps: QueryDeps, viewer: Viewer, filter: FeedbackFilter): Promise<FeedbackPage> {
  const { state, clock } = deps;
  const { projects, issueId } = await scopeOf(deps, viewer, filter);
  const cursor = readCursor(cursorSchema, filter.cursor);
  const count = Math.min(Math.max(1, filter.count), limits.API_PAGE_COUNT_MAX);
  const scope = {
    projectIds: projects.map(({ id }) => id),
    environments: filter.environments.slice(0, limits.FILTER_NAME_COUNT_MAX),
    issueId,
    range: rangeOf(filter.range, clock.now()) ?? { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER },
    words: wordsOf(filter.text),
    requestedBy: viewer.userId,
  };
  const [rows, counts] = await Promise.all([
    state.listFeedback({
      ...scope,
      status: filter.status,
      before: cursor && { atMs: cursor.at, id: cursor.id },
      count: count + 1,
    }),
    state.countFeedback(scope),
  ]);
  const last = rows.length > count ? rows[count - 1] : undefined;
  return {
    feedback: await viewsOf(deps, rows.slice(0, count), projects),
    next: last ? writeCursor({ at: last.atMs, id: last.id }) : null,
    counts,
  };
}

/** One feedback with its files. */
export async function feedback(deps: QueryDeps, viewer: Viewer, id: number): Promise<FeedbackDetail> {
  const [{ row, project }] = (await feedbackNamed(deps, viewer, 'event:read', [id])) as [NamedFeedback];
  const [view] = await viewsOf(deps, [row], [project]);
  const { id: projectId } = project;
  const files = await deps.telemetry.query('attachmentsOfEvent', { projectId, eventId: row.feedbackId });
  return { ...view!, attachments: attachmentViews(files) };
}

export interface NamedFeedback {
  row: Feedback;
  project: Project;
}

/** All of these, if there are all of them and the viewer may treat each in this way. */
export async function feedbackNamed(
  { state }: { state: Pick<StateReads, 'feedbackByIds' | 'projectById'> },
  viewer: Viewer,
  scope: Scope,
  ids: readonly number[],
): Promise<NamedFeedback[]> {
  requireSignedIn(viewer);
  const feedbackIds = [...new Set(ids)].filter((id) => Number.isSafeInteger(id));
  const rows = await state.feedbackByIds(feedbackIds);
  const projects = new Map<ProjectId, Project>();
  for (const projectId of new Set(rows.map((row) => row.projectId))) {
    const project = (await state.projectById(projectId))!;
    requirePermission(viewer, scope, project.organizationId, 'feedback');
    projects.set(projectId, project);
  }
  if (rows.length === 0 || rows.length < new Set(ids).size) {
    throw new Refusal('not-found', 'Feedback not found, or you do not have access to it.');
  }
  return rows.map((row) => ({ row, project: projects.get(row.projectId)! }));
}

/** Quoted text is one value. */
function wordsOf(text: string): string[] {
  const words = text.slice(0, limits.QUERY_CHARS_MAX).match(/"[^"]+"|[^\s"]+/g) ?? [];
  return words.map((word) => word.replaceAll('"', '')).slice(0, limits.FEEDBACK_WORD_COUNT_MAX);
}

const cursorSchema = z.object({ at: z.number().int(), id: z.number().int() });

/** An issue decides about the project by itself. */
async function scopeOf(deps: QueryDeps, viewer: Viewer, { issue, projects }: FeedbackFilter) {
  if (issue === null) return { projects: await projectsNamed(deps, viewer, 'event:read', projects), issueId: null };
  const { id, projectId } = await issueNamed(deps, viewer, 'event:read', issue);
  return { projects: [(await deps.state.projectById(projectId))!], issueId: id };
}

async function viewsOf(deps: QueryDeps, rows: Feedback[], projects: Project[]): Promise<FeedbackView[]> {
  const { state } = deps;
  const projectById = await projectsOfRows(deps, projects);
  const ids = rows.flatMap(({ issueId }) => (issueId === null ? [] : [issueId]));
  const issues = new Map((await state.issuesByIds([...new Set(ids)])).map((issue) => [issue.id, issue]));
  const names = new Map<number, string>();
  for (const userId of new Set(rows.map(({ statusUserId }) => statusUserId))) {
    const user = userId === null ? null : await state.userById(userId);
    if (user) names.set(user.id, user.name || user.email);
  }
  return rows.map(({ projectId, issueId, statusUserId, eventHash, digestHash: _, ...row }) => {
    return {
      ...row,
      project: projectById.get(projectId)!,
      statusBy: statusUserId === null ? null : (names.get(statusUserId) ?? null),
      issue: issueId === null ? null : issueView(issues.get(issueId)),
      eventIsStored: eventHash !== null,
    };
  });
}

function issueView(issue: Issue | undefined): FeedbackView['issue'] {
  if (!issue) return null;
  const { id, shortId, status, level } = issue;
  return { id, shortId, title: titleOf(issue), status, level };
}
