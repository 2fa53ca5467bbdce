import { z } from 'zod';
import { feedbackStatuses } from '#query/feedback/views.ts';
import { Refusal } from '#watch/refusal.ts';
import type { Routes } from '../deps.ts';
import { readPage, setLink } from '../page.ts';
import { readPeriod } from '../period.ts';
import { readBody } from '../read-body.ts';
import { feedbackShape } from '../shape/feedback.ts';

const changeBody = z.object({ status: z.enum(feedbackStatuses) });

/** What visitors said, in the shape of Sentry's user feedback. The status is ours: Sentry's list knows none. */
export const feedbackRoutes: Routes = (api, { query, command, publicUrl }) => {
  const shaped = (view: Parameters<typeof feedbackShape>[0]) => feedbackShape(view, publicUrl);

  for (const path of ['/projects/:org/:project/user-feedback', '/organizations/:org/user-feedback'] as const) {
    api.get(path, async (context) => {
      const viewer = await query.within(context.get('viewer'), context.req.param('org'));
      const project = context.req.param('project' as 'org') as string | undefined;
      const status = context.req.query('status') || null;
      const read = feedbackStatuses.find((each) => each === status) ?? null;
      if (read !== status) throw new Refusal('invalid', `A status is ${feedbackStatuses.join(', ')}.`);
      const page = readPage(context);
      const { feedback, next } = await query.listFeedback(viewer, {
        projects: project === undefined ? [] : [project],
        environments: (context.req.queries('environment') ?? []).filter((name) => name !== ''),
        range: readPeriod(context),
        text: context.req.query('query') ?? '',
        issue: context.req.query('issue') || null,
        status: read,
        ...page,
      });
      setLink(context, publicUrl, page.cursor, next);
      return context.json(feedback.map(shaped));
    });
  }

  api.get('/organizations/:org/user-feedback/:id', async (context) => {
    const viewer = await query.within(context.get('viewer'), context.req.param('org'));
    return context.json(shaped(await query.feedback(viewer, Number(context.req.param('id')))));
  });

  api.put('/organizations/:org/user-feedback/:id', async (context) => {
    const viewer = await query.within(context.get('viewer'), context.req.param('org'));
    const id = Number(context.req.param('id'));
    await command.changeFeedback(viewer, [id], (await readBody(context, changeBody)).status);
    return context.json(shaped(await query.feedback(viewer, id)));
  });
};
