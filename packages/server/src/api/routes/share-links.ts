import { z } from 'zod';
import type { Routes } from '../router.ts';

const shareBody = z.strictObject({ event: z.string(), days: z.number() });

/**
 * Links with which visitors without an account can read an issue. Our own routes: Sentry has one link per issue, which
 * never expires.
 */
export const shareRoutes: Routes = (api, { query, command }) => {
  for (const at of ['/issues/:issue/shares', '/organizations/:org/issues/:issue/shares'] as const) {
    api.get(at, {}, async (context, viewer) => {
      const { shares } = await query.shareLinks(viewer, context.req.param('issue'));
      return context.json(
        shares.map(({ id, eventId, by, createdAtMs, expiresAtMs, lastOpenedAtMs }) => ({
          id: String(id),
          eventID: eventId,
          createdBy: by,
          dateCreated: new Date(createdAtMs).toISOString(),
          dateExpires: new Date(expiresAtMs).toISOString(),
          dateOpened: lastOpenedAtMs === null ? null : new Date(lastOpenedAtMs).toISOString(),
        })),
      );
    });
    api.post(at, { body: shareBody }, async (context, viewer, { body }) => {
      const { event: eventId, days } = body;
      const made = await command.createShareLink(viewer, context.req.param('issue'), { eventId, days });
      const dateExpires = new Date(made.expiresAtMs).toISOString();
      return context.json({ id: String(made.id), url: made.link, dateExpires }, 201);
    });
    api.delete(`${at}/:id`, {}, async (context, viewer) => {
      await command.deleteShareLink(viewer, context.req.param('issue'), Number(context.req.param('id')));
      return context.body(null, 204);
    });
  }
};
