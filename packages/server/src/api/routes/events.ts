import { readEventId } from '@seismo/protocol';
import { Refusal } from '#watch/refusal.ts';
import type { Routes } from '../deps.ts';
import { eventParameters, readEventFilter, refuseProblem } from '../issue-filter.ts';
import { page, readPage, setLink } from '../page.ts';
import { eventHeadShape, eventJson } from '../shape/event.ts';
import { shapeAmongOthers } from '../shape/event-among-others.ts';
import { narrowed } from './issues.ts';

export const eventRoutes: Routes = (api, { query, publicUrl }) => {
  for (const path of ['/issues/:issue/events', '/organizations/:org/issues/:issue/events'] as const) {
    api.get(path, { query: { ...eventParameters, ...page } }, async (context, sent) => {
      const viewer = await narrowed(context, query.within);
      const filter = { ...readEventFilter(sent.query), ...readPage(sent.query) };
      const found = await query.eventsOfIssue(viewer, context.req.param('issue'), filter);
      refuseProblem(found);
      setLink(context, publicUrl, filter.cursor, found.next);
      return context.json(found.events.map(eventHeadShape));
    });
  }

  for (const path of ['/issues/:issue/events/:event', '/organizations/:org/issues/:issue/events/:event'] as const) {
    api.get(path, {}, async (context) => {
      const viewer = await narrowed(context, query.within);
      const which = context.req.param('event');
      const read = which === 'latest' || which === 'oldest' ? which : readEventId(which);
      if (read === null) throw noSuchEvent();
      return context.json(
        await shapeAmongOthers(query, viewer, await query.event(viewer, context.req.param('issue'), read)),
      );
    });
  }

  api.get('/projects/:org/:project/events', { query: { ...eventParameters, ...page } }, async (context, sent) => {
    const viewer = await query.within(context.get('viewer'), context.req.param('org'));
    const filter = { ...readEventFilter(sent.query), ...readPage(sent.query) };
    const found = await query.eventsOfProject(viewer, context.req.param('project'), filter);
    refuseProblem(found);
    setLink(context, publicUrl, filter.cursor, found.next);
    return context.json(found.events.map(eventHeadShape));
  });

  api.get('/projects/:org/:project/events/:event', {}, async (context) => {
    const viewer = await query.within(context.get('viewer'), context.req.param('org'));
    const { project, event } = context.req.param();
    return context.json(await shapeAmongOthers(query, viewer, await query.projectEvent(viewer, project, event)));
  });

  api.get('/projects/:org/:project/events/:event/json', {}, async (context) => {
    const viewer = await query.within(context.get('viewer'), context.req.param('org'));
    const { project, event } = context.req.param();
    return context.json(eventJson(await query.projectEvent(viewer, project, event)));
  });

  /** Which issue an event id, as a user quotes it from an error page, belongs to. */
  api.get('/organizations/:org/eventids/:event', {}, async (context) => {
    const viewer = await query.within(context.get('viewer'), context.req.param('org'));
    const eventId = readEventId(context.req.param('event'));
    const found = eventId && (await query.find(viewer, eventId)).find(({ kind }) => kind === 'event');
    if (!eventId || found?.kind !== 'event') throw noSuchEvent();
    const view = await query.projectEvent(viewer, found.project, eventId);
    return context.json({
      organizationSlug: (await query.project(viewer, found.project)).organization.slug,
      projectSlug: found.project,
      groupId: String(view.issueId),
      eventId,
      event: await shapeAmongOthers(query, viewer, view),
    });
  });
};

function noSuchEvent(): Refusal {
  return new Refusal('not-found', 'There is no such event, or you may not see it.');
}
