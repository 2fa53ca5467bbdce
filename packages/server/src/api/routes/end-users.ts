import { z } from 'zod';
import { identifierKinds } from '#domain/end-users/identifiers.ts';
import { permissions } from '#domain/permissions/permissions.ts';
import type { EndUserDeletionView } from '#query/end-users/views.ts';
import { download } from '../download.ts';
import { texts } from '../parameters.ts';
import type { Routes } from '../router.ts';

/** The identifiers are in the body, because paths and query strings end up in the logs of proxies. */
const endUserBody = z.strictObject({
  identifiers: z.array(z.strictObject({ kind: z.enum(identifierKinds), value: z.string() })),
  projects: z.array(z.string()).default([]),
});

/** Ours: finds, exports and deletes the data of one end user over the projects of the organization. */
export const endUserRoutes: Routes = (api, { query, command }) => {
  api.post(
    '/organizations/:org/end-users/find',
    { body: endUserBody, requires: [permissions.findEndUser] },
    async (context, viewer, { body }) => {
      const report = await query.findEndUser(viewer, body, context.req.raw.signal);
      return context.json({ ...report, deadLetters: await query.findEndUserDeadLetters(viewer, body) });
    },
  );

  api.post(
    '/organizations/:org/end-users/export.ndjson',
    { body: endUserBody, requires: [permissions.exportEndUser] },
    async (context, viewer, { body }) =>
      download(context, await query.exportEndUser(viewer, body, context.req.raw.signal)),
  );

  api.post(
    '/organizations/:org/end-users/deletions',
    { body: endUserBody, requires: [permissions.deleteEndUser] },
    async (context, viewer, { body }) => {
      const { ids } = await command.deleteEndUser(viewer, body);
      return context.json({ ids: ids.map(String) }, 202);
    },
  );

  api.get(
    '/organizations/:org/end-users/deletions',
    { query: { project: texts }, requires: [permissions.deleteEndUser] },
    async (context, viewer, sent) =>
      context.json((await query.endUserDeletions(viewer, sent.query.project)).map(shape)),
  );
};

function shape({ id, project, label, by, requestedAtMs, endedAtMs, backupsUntilMs, deleted }: EndUserDeletionView) {
  return {
    id: String(id),
    project: project.slug,
    identifiers: label,
    requestedBy: by,
    dateRequested: new Date(requestedAtMs).toISOString(),
    dateEnded: endedAtMs === null ? null : new Date(endedAtMs).toISOString(),
    dateBackupsRemoved: backupsUntilMs === null ? null : new Date(backupsUntilMs).toISOString(),
    deleted,
  };
}
