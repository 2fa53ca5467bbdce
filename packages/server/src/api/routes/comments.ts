import { z } from 'zod';
import { Refusal } from '#platform/refusal.ts';
import type { Routes } from '../router.ts';
import { page, pageOf } from '../page.ts';
import { common, withoutEffect } from '../parameters.ts';
import { activityShape } from '../serializers/issue-status.ts';

const commentBody = z.strictObject({
  text: z.string(),
  mentions: withoutEffect('The text mentions members as `@name` and teams as `@team`.'),
});

/**
 * Comments are the notes of an issue's activity. Each route reads the issue first, so that a viewer without access
 * changes nothing.
 */
export const commentRoutes: Routes = (api, { query, command, publicUrl }) => {
  for (const at of ['/issues/:issue', '/organizations/:org/issues/:issue'] as const) {
    api.get(`${at}/activities`, { query: { collapse: common.collapse } }, async (context, viewer) => {
      const { activity } = await query.issue(viewer, context.req.param('issue'));
      return context.json({ activity: activity.map(activityShape) });
    });
  }

  // Sentry's clients use `notes` for the same.
  for (const at of [
    '/issues/:issue/comments',
    '/issues/:issue/notes',
    '/organizations/:org/issues/:issue/comments',
    '/organizations/:org/issues/:issue/notes',
  ] as const) {
    api.get(at, { query: page }, async (context, viewer, sent) => {
      const { activity } = await query.issue(viewer, context.req.param('issue'));
      const comments = activity.filter(({ kind }) => kind === 'comment');
      return context.json(pageOf(context, publicUrl, sent.query, comments).map(activityShape));
    });
    api.post(at, { body: commentBody }, async (context, viewer, { body }) => {
      const issue = context.req.param('issue');
      await query.issue(viewer, issue);
      const { id } = await command.addComment(viewer, issue, body.text);
      return context.json(await commentOf(viewer, issue, id), 201);
    });
    api.put(`${at}/:id`, { body: commentBody }, async (context, viewer, { body }) => {
      const [issue, id] = [context.req.param('issue'), Number(context.req.param('id'))];
      await query.issue(viewer, issue);
      await command.editComment(viewer, issue, id, body.text);
      return context.json(await commentOf(viewer, issue, id));
    });
    api.delete(`${at}/:id`, {}, async (context, viewer) => {
      await command.deleteComment(viewer, context.req.param('issue'), Number(context.req.param('id')));
      return context.body(null, 204);
    });
  }

  async function commentOf(viewer: Parameters<typeof query.issue>[0], issue: string, id: number) {
    const { activity } = await query.issue(viewer, issue);
    const comment = activity.find((entry) => entry.id === id);
    if (!comment) throw new Refusal('not-found', 'Comment not found.');
    return activityShape(comment);
  }
};
