import { limits } from '@seismo/protocol';
import type { Context } from 'hono';
import type { z } from 'zod';
import type { IssueChange } from '#command/issues/change-issues.ts';
import type { IssueFilter, IssueView } from '#query/issues/views.ts';
import type { TagView } from '#query/tags/views.ts';
import { permissions } from '#domain/permissions/permissions.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import { Refusal } from '#platform/refusal.ts';
import type { ApiEnv } from '../deps.ts';
import type { Routes } from '../router.ts';
import { changeBody, readIssueChange } from '../issue-change.ts';
import { issueParameters, readIssueFilter, refuseProblem } from '../issue-filter.ts';
import { page, readPage, pageOf, setLink } from '../page.ts';
import { oneOf, common, texts, withoutEffect, type Query } from '../parameters.ts';
import { projectSlugsOf } from '../projects-of.ts';
import { readFeedbackSearch, readFeedbackStatus, type FeedbackSearch } from '../feedback-search.ts';
import { feedbackIdOf, feedbackIssueShape } from '../serializers/feedback-issue.ts';
import { metadataOf } from '../serializers/event.ts';
import { eventWithNeighbors } from '../serializers/event-with-neighbors.ts';
import { issueRowShape, issueShape } from '../serializers/issue.ts';
import { activityShape, subscriptionShape } from '../serializers/issue-status.ts';

const listed = {
  ...issueParameters,
  ...page,
  collapse: common.collapse,
  expand: common.expand,
  /** The statistics of an issue are of the time that the list is of. */
  groupStatsPeriod: oneOf(['auto']),
  shortIdLookup: withoutEffect('A short ID as the query is always looked up.'),
};
const changed = { id: texts, ...issueParameters };
const project = { project: texts };

export const issueRoutes: Routes = (api, { query, command, publicUrl }) => {
  const list = async (context: Context<ApiEnv>, viewer: Viewer, sent: Query<typeof listed>, projects: string[]) => {
    const filter = { ...readIssueFilter(sent, projects), ...readPage(sent) };
    const feedback = readFeedbackSearch(filter.query);
    if (feedback) return context.json(await feedbackList(context, viewer, filter, feedback));
    const found = await query.listIssues(viewer, filter);
    refuseProblem(found);
    setLink(context, publicUrl, filter.cursor, found.next);
    context.header('x-hits', String(found.total));
    if (found.eventFound) context.header('x-sentry-direct-hit', '1');
    return context.json(found.issues.map((row) => issueRowShape(row, publicUrl, filter.range)));
  };

  /** Feedback under `issue.category:feedback`, as Sentry lists it among issues. */
  const feedbackList = async (
    context: Context<ApiEnv>,
    viewer: Viewer,
    filter: IssueFilter,
    search: FeedbackSearch,
  ) => {
    if (filter.sort !== 'last-seen' && filter.sort !== 'first-seen') {
      throw new Refusal('invalid', 'sort: Feedback is sorted by date or new.');
    }
    for (const name of ['projects', 'environments'] as const) {
      if (filter[name].length > 0 && search[name].length > 0) {
        throw new Refusal('invalid', `query: Name ${name} in the query or as a parameter, not in both.`);
      }
    }
    const { feedback, counts, next } = await query.listFeedback(viewer, {
      ...search,
      projects: [...filter.projects, ...search.projects],
      environments: [...filter.environments, ...search.environments],
      range: filter.range,
      issue: null,
      cursor: filter.cursor,
      count: filter.count,
    });
    const all = search.status === null ? Object.values(counts) : [counts[search.status]];
    setLink(context, publicUrl, filter.cursor, next);
    context.header('x-hits', String(all.reduce((sum, count) => sum + count, 0)));
    return feedback.map((each) => feedbackIssueShape(each, publicUrl));
  };

  const oneFeedback = async (viewer: Viewer, id: number) => {
    const view = await query.feedback(viewer, id);
    return { ...feedbackIssueShape(view, publicUrl), activity: [] };
  };

  /** With IDs, all of these issues must exist; without, it changes every issue that the query finds. */
  const changeMany = async (
    context: Context<ApiEnv>,
    viewer: Viewer,
    sent: { query: Query<typeof changed>; body: z.output<typeof changeBody> },
    projects: string[],
  ) => {
    const { body } = sent;
    const ids = sent.query.id;
    const search = Object.keys(issueParameters).find((name) => context.req.query(name));
    if (ids.length > 0 && search) {
      throw new Refusal('invalid', `Send either "id" or "${search}", not both.`);
    }
    if (body.merge) return context.json(await merged(viewer, await issuesOf(viewer, ids, projects)));
    const { change, flags, isSubscribed } = readIssueChange(body);
    if (Object.keys(change).length > 0)
      await query.viewerInOrganization(viewer, context.req.param('org')!, permissions.changeIssues);
    const selection =
      ids.length > 0
        ? await issuesOf(viewer, ids, projects)
        : {
            ...readIssueFilter(sent.query, projects),
            cursor: null,
            count: limits.API_PAGE_COUNT_MAX,
            query: sent.query.query ?? '',
          };
    // Flags first: a status change may remove issues from the search results.
    if (Object.keys(flags).length > 0) await command.flagIssues(viewer, selection, flags);
    if (isSubscribed !== undefined) await command.setSubscribed(viewer, selection, isSubscribed);
    const done = Object.keys(change).length > 0 ? await command.changeIssues(viewer, selection, change) : null;
    if (done?.matched === 0) return context.body(null, 204);
    const first = done?.changed[0];
    const shape = first === undefined ? null : await one(viewer, await query.issue(viewer, first));
    return context.json({
      ...(change.status &&
        (shape ? pick(shape, ['status', 'statusDetails', 'substatus']) : requestedStatus(change.status))),
      ...(change.assignTo !== undefined && { assignedTo: shape?.assignedTo ?? null }),
      ...(change.priority && { priority: change.priority }),
      ...(flags.seen !== undefined && { hasSeen: flags.seen }),
      ...(flags.bookmarked !== undefined && { isBookmarked: flags.bookmarked }),
      ...(isSubscribed !== undefined && subscriptionShape({ isSubscribed, reason: 'manual' })),
    });
  };

  const merged = async (viewer: Viewer, ids: string[]) => {
    const { into, from } = await command.mergeIssues(viewer, ids);
    return { merge: { parent: String(into.id), children: from.map(({ id }) => String(id)) } };
  };

  const issuesOf = async (viewer: Viewer, ids: string[], projects: string[]): Promise<string[]> => {
    if (ids.length > limits.API_PAGE_COUNT_MAX) {
      throw new Refusal('invalid', `A request can name at most ${limits.API_PAGE_COUNT_MAX} issues.`);
    }
    const only = await Promise.all(projects.map((slug) => query.project(viewer, slug)));
    for (const id of ids) {
      const { issue } = await query.issue(viewer, id);
      if (only.length > 0 && !only.some((project) => project.id === issue.projectId)) {
        throw new Refusal('not-found', 'Issue not found, or you do not have access to it.');
      }
    }
    return ids;
  };

  const one = async (viewer: Viewer, view: IssueView) => {
    const { issue, project, activity } = view;
    const shape = issueShape(
      { ...issue, ...view },
      {
        publicUrl,
        project: { ...project, organization: project.organization.slug },
        events: issue.eventCount,
        users: issue.userCount,
      },
    );
    const { stored } = (await query.event(viewer, issue.shortId, 'latest').catch(absent)) ?? {};
    return {
      ...shape,
      logger: stored?.event.logger ?? null,
      metadata: { ...(stored && metadataOf(stored.event, stored.title)), ...shape.metadata },
      firstRelease: issue.firstRelease === '' ? null : { version: issue.firstRelease },
      numComments: activity.filter(({ kind }) => kind === 'comment').length,
      activity: activity.map(activityShape),
    };
  };

  api.get('/projects/:org/:project/issues', { query: listed }, async (context, viewer, sent) =>
    list(context, viewer, sent.query, [context.req.param('project')]),
  );
  api.put('/projects/:org/:project/issues', { query: changed, body: changeBody }, async (context, viewer, sent) =>
    changeMany(context, viewer, sent, [context.req.param('project')]),
  );
  api.get('/organizations/:org/issues', { query: { ...listed, ...project } }, async (context, viewer, sent) =>
    list(context, viewer, sent.query, projectSlugsOf(sent.query)),
  );
  api.put(
    '/organizations/:org/issues',
    { query: { ...changed, ...project }, body: changeBody },
    async (context, viewer, sent) => {
      return changeMany(context, viewer, sent, projectSlugsOf(sent.query));
    },
  );

  for (const path of ['/issues/:issue', '/organizations/:org/issues/:issue'] as const) {
    api.get(path, { query: { collapse: common.collapse, expand: common.expand } }, async (context, viewer) => {
      const feedbackId = feedbackIdOf(context.req.param('issue'));
      if (feedbackId !== null) return context.json(await oneFeedback(viewer, feedbackId));
      return context.json(await one(viewer, await query.issue(viewer, context.req.param('issue'))));
    });
    api.put(path, { body: changeBody }, async (context, viewer, { body }) => {
      const read = readIssueChange(body);
      const { change, flags, isSubscribed } = read;
      // Read first: a viewer without access must change nothing.
      const feedbackId = feedbackIdOf(context.req.param('issue'));
      if (feedbackId !== null) {
        await query.feedback(viewer, feedbackId);
        await command.changeFeedback(viewer, [feedbackId], readFeedbackStatus(read));
        return context.json(await oneFeedback(viewer, feedbackId));
      }
      const names = [String((await query.issue(viewer, context.req.param('issue'))).issue.id)];
      if (Object.keys(change).length > 0) await command.changeIssues(viewer, names, change);
      if (Object.keys(flags).length > 0) await command.flagIssues(viewer, names, flags);
      if (isSubscribed !== undefined) await command.setSubscribed(viewer, names, isSubscribed);
      return context.json(await one(viewer, await query.issue(viewer, names[0]!)));
    });
    api.delete(path, {}, async (context, viewer) => {
      await command.deleteIssue(viewer, context.req.param('issue'));
      return context.body(null, 202);
    });
  }

  for (const path of ['/issues/:issue/external-issues', '/organizations/:org/issues/:issue/external-issues'] as const) {
    // Issues are not linked to trackers here, so that none is a full answer.
    api.get(path, {}, async (context, viewer) => {
      await query.issue(viewer, context.req.param('issue'));
      return context.json([]);
    });
  }

  for (const path of ['/issues/:issue/tags', '/organizations/:org/issues/:issue/tags'] as const) {
    api.get(path, {}, async (context, viewer) => {
      const all = await query.tags(viewer, context.req.param('issue'));
      return context.json(all.map(tagShape));
    });
    api.get(`${path}/:key`, {}, async (context, viewer) => context.json(tagShape(await tagOf(context, viewer))));
    api.get(`${path}/:key/values`, {}, async (context, viewer) => {
      const { key, values } = await tagOf(context, viewer);
      return context.json(values.map(({ value, events: count }) => ({ key, name: value, value, count })));
    });
  }

  const tagOf = async (context: Context<ApiEnv>, viewer: Viewer): Promise<TagView> => {
    const all = await query.tags(viewer, context.req.param('issue')!, limits.API_PAGE_COUNT_MAX);
    const tag = all.find(({ key }) => key === context.req.param('key'));
    if (!tag) throw new Refusal('not-found', 'No event of this issue has this tag.');
    return tag;
  };

  for (const path of ['/issues/:issue/environments', '/organizations/:org/issues/:issue/environments'] as const) {
    api.get(path, {}, async (context, viewer) => {
      const all = await query.issueEnvironments(viewer, context.req.param('issue'));
      return context.json(
        all.map(({ environment, events, users, firstSeenAtMs, lastSeenAtMs, firstRelease, lastRelease }) => ({
          name: environment,
          count: String(events),
          userCount: users,
          firstSeen: new Date(firstSeenAtMs).toISOString(),
          lastSeen: new Date(lastSeenAtMs).toISOString(),
          firstRelease: firstRelease === '' ? null : { version: firstRelease },
          lastRelease: lastRelease === '' ? null : { version: lastRelease },
        })),
      );
    });
  }

  for (const path of ['/issues/:issue/hashes', '/organizations/:org/issues/:issue/hashes'] as const) {
    api.get(path, { query: page }, async (context, viewer, sent) => {
      const all = await query.hashes(viewer, context.req.param('issue'));
      const shapes = pageOf(context, publicUrl, sent.query, all).map(async ({ hash, eventId }) => {
        const event = eventId && (await query.event(viewer, context.req.param('issue'), eventId));
        const latestEvent = event && (await eventWithNeighbors(query, viewer, event));
        return { id: hash, latestEvent, mergedBySeer: false };
      });
      return context.json(await Promise.all(shapes));
    });
    api.delete(path, { query: { id: texts } }, async (context, viewer, sent) => {
      await command.splitIssue(viewer, context.req.param('issue'), { hashes: sent.query.id });
      return context.body(null, 202);
    });
  }

  api.get(
    '/organizations/:org/shortids/:shortId',
    { query: { collapse: common.collapse, expand: common.expand } },
    async (context, viewer) => {
      const feedbackId = feedbackIdOf(context.req.param('shortId'));
      if (feedbackId !== null) {
        const group = await oneFeedback(viewer, feedbackId);
        const { id: groupId, shortId } = group;
        const organizationSlug = context.req.param('org');
        return context.json({ organizationSlug, projectSlug: group.project.slug, groupId, shortId, group });
      }
      const view = await query.issue(viewer, context.req.param('shortId'));
      const { slug: organizationSlug } = view.project.organization;
      return context.json({
        organizationSlug,
        projectSlug: view.project.slug,
        groupId: String(view.issue.id),
        shortId: view.issue.shortId,
        group: await one(viewer, view),
      });
    },
  );
};

function tagShape({ key, events, distinctValues, values }: TagView) {
  return {
    key,
    name: key,
    totalValues: events,
    uniqueValues: distinctValues,
    topValues: values.map(({ value, events: count }) => ({ key, name: value, value, count })),
  };
}

/** The newest event may be on its way to being deleted. */
function absent(error: Error): null {
  if (error.name === 'Refusal' && 'code' in error && error.code === 'not-found') return null;
  throw error;
}

/** The requested status, for a request that changed nothing. */
function requestedStatus({ to }: NonNullable<IssueChange['status']>) {
  return { status: to === 'archived' ? 'ignored' : to, statusDetails: {} };
}

function pick<T extends object, Key extends keyof T>(from: T, keys: Key[]): Pick<T, Key> {
  return Object.fromEntries(keys.map((key) => [key, from[key]])) as Pick<T, Key>;
}
