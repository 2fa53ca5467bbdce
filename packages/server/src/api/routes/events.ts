import { limits, readEventId } from '@seismo/protocol';
import type { EventPage } from '#query/events/views.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import { Refusal } from '#platform/refusal.ts';
import type { Routes } from '../router.ts';
import { eventParameters, readEventFilter, refuseProblem } from '../issue-filter.ts';
import { page, readPage, setLink } from '../page.ts';
import { oneOf, common, flag, texts, type Query } from '../parameters.ts';
import { eventHeadShape, eventJson, eventShape } from '../serializers/event.ts';
import { eventWithNeighbors } from '../serializers/event-with-neighbors.ts';
import { feedbackEventShape, feedbackIdOf } from '../serializers/feedback-issue.ts';

const listed = {
  ...eventParameters,
  ...page,
  environment: texts,
  sort: oneOf(['-timestamp', 'date']),
  full: flag,
};
const sorts = oneOf(['-timestamp', 'timestamp', 'date']);
const one = { collapse: common.collapse, environment: texts };

export const eventRoutes: Routes = (api, { query, publicUrl }) => {
  /** With `full`, complete events; a page has fewer of them. */
  const shapes = async (viewer: Viewer, { events }: EventPage, full: boolean) => {
    if (!full) return events.map(eventHeadShape);
    const views = events.map(({ projectId, eventId }) => query.projectEvent(viewer, String(projectId), eventId));
    return (await Promise.all(views)).map((view) => eventShape(view, null));
  };

  for (const path of ['/issues/:issue/events', '/organizations/:org/issues/:issue/events'] as const) {
    api.get(path, { query: { ...listed, sort: sorts } }, async (context, viewer, sent) => {
      const oldestFirst = sent.query.sort === 'timestamp';
      const filter = { ...readEventFilter(sent.query), ...readEventPage(sent.query), oldestFirst };
      const found = await query.eventsOfIssue(viewer, context.req.param('issue'), filter);
      refuseProblem(found);
      setLink(context, publicUrl, filter.cursor, found.next);
      return context.json(await shapes(viewer, found, sent.query.full));
    });
  }

  for (const path of ['/issues/:issue/events/:event', '/organizations/:org/issues/:issue/events/:event'] as const) {
    api.get(path, { query: one }, async (context, viewer, sent) => {
      const { issue, event: which } = context.req.param();
      const read = isEventName(which) ? which : readEventId(which);
      if (read === null) throw noSuchEvent();
      const feedbackId = feedbackIdOf(issue);
      if (feedbackId !== null) {
        const feedback = await query.feedback(viewer, feedbackId);
        if (!isEventName(read) && read !== feedback.feedbackId) throw noSuchEvent();
        return context.json(feedbackEventShape(feedback));
      }
      const scope = { query: '', environments: sent.query.environment, range: null };
      return context.json(await eventWithNeighbors(query, viewer, await query.event(viewer, issue, read, scope)));
    });
  }

  api.get('/projects/:org/:project/events', { query: listed }, async (context, viewer, sent) => {
    const filter = { ...readEventFilter(sent.query), ...readEventPage(sent.query) };
    const found = await query.eventsOfProject(viewer, context.req.param('project'), filter);
    refuseProblem(found);
    setLink(context, publicUrl, filter.cursor, found.next);
    return context.json(await shapes(viewer, found, sent.query.full));
  });

  api.get(
    '/projects/:org/:project/events/:event',
    { query: { collapse: common.collapse } },
    async (context, viewer) => {
      const { project, event } = context.req.param();
      return context.json(await eventWithNeighbors(query, viewer, await query.projectEvent(viewer, project, event)));
    },
  );

  api.get('/projects/:org/:project/events/:event/json', {}, async (context, viewer) => {
    const { project, event } = context.req.param();
    return context.json(eventJson(await query.projectEvent(viewer, project, event)));
  });

  /** Which issue an event ID, as a user quotes it from an error page, belongs to. */
  api.get('/organizations/:org/eventids/:event', {}, async (context, viewer) => {
    const eventId = readEventId(context.req.param('event'));
    const found = eventId && (await query.find(viewer, eventId)).find(({ kind }) => kind === 'event');
    if (!eventId || found?.kind !== 'event') throw noSuchEvent();
    const view = await query.projectEvent(viewer, found.project, eventId);
    return context.json({
      organizationSlug: (await query.project(viewer, found.project)).organization.slug,
      projectSlug: found.project,
      groupId: String(view.issueId),
      eventId,
      event: await eventWithNeighbors(query, viewer, view),
    });
  });
};

function isEventName(which: string): which is 'latest' | 'oldest' | 'recommended' {
  return which === 'latest' || which === 'oldest' || which === 'recommended';
}

function readEventPage(sent: Omit<Query<typeof listed>, 'sort'>) {
  const at = readPage(sent);
  const count = sent.full ? Math.min(at.count, limits.EVENT_FULL_PAGE_COUNT_MAX) : at.count;
  return { ...at, count, environments: sent.environment };
}

function noSuchEvent(): Refusal {
  return new Refusal('not-found', 'Event not found, or you do not have access to it.');
}
