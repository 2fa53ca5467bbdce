import type { Context } from 'hono';
import { z } from 'zod';
import { feedbackStatuses } from '#query/feedback/views.ts';
import type { Routes } from '../router.ts';
import { page, readPage, setLink } from '../page.ts';
import { oneOf, text, texts } from '../parameters.ts';
import { period, readPeriod } from '../period.ts';
import { projectParameter, projectsOf } from '../projects-of.ts';
import { feedbackShape, userReportShape } from '../serializers/feedback.ts';

const changeBody = z.strictObject({ status: z.enum(feedbackStatuses) });

const feedbackParameters = {
  query: text,
  status: oneOf(feedbackStatuses),
  issue: text,
  environment: texts,
  ...period,
  ...page,
};

/** User feedback in Sentry's shape. The status is ours: Sentry's list has none. */
export const feedbackRoutes: Routes = (api, { query, command, publicUrl }) => {
  const shapedFor = (context: Context) => (view: Parameters<typeof feedbackShape>[0]) =>
    feedbackShape(view, publicUrl, context.req.param('org')!);

  for (const path of ['/projects/:org/:project/user-feedback', '/organizations/:org/user-feedback'] as const) {
    api.get(path, { query: { ...feedbackParameters, ...projectParameter(path) } }, async (context, viewer, sent) => {
      const at = readPage(sent.query);
      const { feedback, next } = await query.listFeedback(viewer, {
        projects: projectsOf(context, sent.query),
        environments: sent.query.environment,
        range: readPeriod(sent.query),
        text: sent.query.query ?? '',
        issue: sent.query.issue || null,
        status: sent.query.status,
        ...at,
      });
      setLink(context, publicUrl, at.cursor, next);
      return context.json(feedback.map(shapedFor(context)));
    });
  }

  for (const path of ['/issues/:issue/user-reports', '/organizations/:org/issues/:issue/user-reports'] as const) {
    api.get(path, { query: { environment: texts, ...page } }, async (context, viewer, sent) => {
      const at = readPage(sent.query);
      const { feedback, next } = await query.listFeedback(viewer, {
        projects: [],
        environments: sent.query.environment,
        range: null,
        text: '',
        issue: context.req.param('issue'),
        status: null,
        ...at,
      });
      setLink(context, publicUrl, at.cursor, next);
      return context.json(feedback.map(userReportShape));
    });
  }

  api.get('/organizations/:org/user-feedback/:id', {}, async (context, viewer) =>
    context.json(shapedFor(context)(await query.feedback(viewer, Number(context.req.param('id'))))),
  );

  api.put('/organizations/:org/user-feedback/:id', { body: changeBody }, async (context, viewer, { body }) => {
    const id = Number(context.req.param('id'));
    // Read first: a viewer without access must change nothing.
    await query.feedback(viewer, id);
    await command.changeFeedback(viewer, [id], body.status);
    return context.json(shapedFor(context)(await query.feedback(viewer, id)));
  });
};
