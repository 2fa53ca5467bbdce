import { limits } from '@seismo/protocol';
import type { Context } from 'hono';
import { z } from 'zod';
import type { IssuePage, IssueView } from '#query/views.ts';
import type { Viewer } from '#query/viewer.ts';
import { Refusal } from '#watch/refusal.ts';
import type { ApiEnv, Routes } from '../deps.ts';
import { readIssueFilter, refuseProblem } from '../issue-filter.ts';
import { setLink } from '../page.ts';
import { readBody } from '../read-body.ts';
import { issueRowShape, issueShape } from '../shape/issue.ts';

/** `muted` is what `sentry-cli issues mute` says for ignored. */
const change = z.object({
  status: z.enum(
    ['resolved', 'unresolved', 'ignored', 'muted'],
    'Only the status can be changed: resolved, unresolved or ignored.',
  ),
});

export const issueRoutes: Routes = (api, { query, command, publicUrl }) => {
  const list = async (context: Context<ApiEnv>, viewer: Viewer, projects: string[]) => {
    const filter = readIssueFilter(context, projects);
    const page = await query.listIssues(viewer, filter);
    refuseProblem(page);
    const ids = new Map((await query.listProjects(viewer)).map(({ slug, id }) => [slug, id]));
    setLink(context, publicUrl, filter.cursor, page.next);
    context.header('x-hits', String(page.total));
    return context.json(
      page.issues.map((row) => issueRowShape(row, ids.get(row.project.slug) ?? 0, publicUrl, filter.range)),
    );
  };

  /** With ids these issues, all of which must be there; without, every issue that the query finds. */
  const changeMany = async (context: Context<ApiEnv>, viewer: Viewer, projects: string[]) => {
    const status = statusOf(await readBody(context, change));
    const ids = context.req.queries('id') ?? [];
    const named =
      ids.length > 0
        ? await issuesOf(viewer, ids, projects)
        : await found(viewer, { ...readIssueFilter(context, projects), query: context.req.query('query') ?? '' });
    if (named.length === 0) return context.body(null, 204);
    await command.setIssueStatus(viewer, named, status);
    return context.json({ status, statusDetails: {} });
  };

  const issuesOf = async (viewer: Viewer, ids: string[], projects: string[]): Promise<string[]> => {
    if (ids.length > limits.API_PAGE_COUNT_MAX) {
      throw new Refusal('invalid', `At most ${limits.API_PAGE_COUNT_MAX} issues are named in one request.`);
    }
    const only = await Promise.all(projects.map((slug) => query.project(viewer, slug)));
    for (const id of ids) {
      const { issue } = await query.issue(viewer, id);
      if (only.length > 0 && !only.some((project) => project.id === issue.projectId)) {
        throw new Refusal('not-found', 'There is no such issue, or you may not see it.');
      }
    }
    return ids;
  };

  const found = async (viewer: Viewer, filter: Parameters<typeof query.listIssues>[1]): Promise<string[]> => {
    const names: string[] = [];
    let cursor: string | null = null;
    do {
      const page: IssuePage = await query.listIssues(viewer, { ...filter, cursor, count: limits.API_PAGE_COUNT_MAX });
      refuseProblem(page);
      names.push(...page.issues.map(({ id }) => String(id)));
      cursor = page.next;
    } while (cursor !== null && names.length < limits.ISSUE_CHANGE_COUNT_MAX);
    return names.slice(0, limits.ISSUE_CHANGE_COUNT_MAX);
  };

  const one = ({ issue, project, activity }: IssueView) => ({
    ...issueShape(issue, { publicUrl, project, events: issue.eventCount, users: issue.userCount }),
    firstRelease: issue.firstRelease === '' ? null : { version: issue.firstRelease },
    activity: activity.map(({ id, kind, atMs, by }) => ({
      id: String(id),
      type: kind === 'first-seen' ? 'first_seen' : kind === 'regressed' ? 'set_regression' : `set_${kind}`,
      dateCreated: new Date(atMs).toISOString(),
      user: by === null ? null : { name: by },
      data: {},
    })),
  });

  api.get('/projects/:org/:project/issues', async (context) => {
    const viewer = await query.within(context.get('viewer'), context.req.param('org'));
    return list(context, viewer, [context.req.param('project')]);
  });
  api.put('/projects/:org/:project/issues', async (context) => {
    const viewer = await query.within(context.get('viewer'), context.req.param('org'));
    return changeMany(context, viewer, [context.req.param('project')]);
  });
  api.get('/organizations/:org/issues', async (context) => {
    const viewer = await query.within(context.get('viewer'), context.req.param('org'));
    return list(context, viewer, projectsAsked(context));
  });
  api.put('/organizations/:org/issues', async (context) => {
    const viewer = await query.within(context.get('viewer'), context.req.param('org'));
    return changeMany(context, viewer, projectsAsked(context));
  });

  for (const path of ['/issues/:issue', '/organizations/:org/issues/:issue'] as const) {
    api.get(path, async (context) => {
      const viewer = await narrowed(context, query.within);
      return context.json(one(await query.issue(viewer, context.req.param('issue'))));
    });
    api.put(path, async (context) => {
      const viewer = await narrowed(context, query.within);
      const status = statusOf(await readBody(context, change));
      await command.setIssueStatus(viewer, [context.req.param('issue')], status);
      return context.json(one(await query.issue(viewer, context.req.param('issue'))));
    });
  }

  for (const path of ['/issues/:issue/tags', '/organizations/:org/issues/:issue/tags'] as const) {
    api.get(path, async (context) => {
      const viewer = await narrowed(context, query.within);
      const all = await query.tags(viewer, context.req.param('issue'));
      return context.json(
        all.map(({ key, events, distinctValues, values }) => ({
          key,
          name: key,
          totalValues: events,
          uniqueValues: distinctValues,
          topValues: values.map(({ value, events: count }) => ({ key, name: value, value, count })),
        })),
      );
    });
  }

  api.get('/organizations/:org/shortids/:shortId', async (context) => {
    const viewer = await query.within(context.get('viewer'), context.req.param('org'));
    const view = await query.issue(viewer, context.req.param('shortId'));
    const { slug: organizationSlug } = view.project.organization;
    return context.json({
      organizationSlug,
      projectSlug: view.project.slug,
      groupId: String(view.issue.id),
      shortId: view.issue.shortId,
      group: one(view),
    });
  });
};

/** Routes exist with and without the organization in their path. */
export async function narrowed(
  context: Context<ApiEnv>,
  within: (viewer: Viewer, organization: string) => Promise<Viewer>,
): Promise<Viewer> {
  const organization = context.req.param('org');
  return organization === undefined ? context.get('viewer') : within(context.get('viewer'), organization);
}

/** `project=-1` is Sentry's way to say all. */
function projectsAsked(context: Context): string[] {
  const asked = (context.req.queries('project') ?? []).filter((name) => name !== '');
  if (asked.length > limits.FILTER_NAME_COUNT_MAX) {
    throw new Refusal('invalid', `At most ${limits.FILTER_NAME_COUNT_MAX} projects are named in one request.`);
  }
  return asked.includes('-1') ? [] : asked;
}

function statusOf({ status }: z.infer<typeof change>): 'resolved' | 'unresolved' | 'ignored' {
  return status === 'muted' ? 'ignored' : status;
}
