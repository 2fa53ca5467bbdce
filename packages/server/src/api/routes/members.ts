import { z } from 'zod';
import { needs } from '#query/needs.ts';
import { auditDeeds } from '#query/accounts/audit.ts';
import type { Queries } from '../../runtime.ts';
import type { Routes } from '../deps.ts';
import { page, readPage, pageOf, setLink } from '../page.ts';
import { choice } from '../parameters.ts';

const roleBody = z.strictObject({ orgRole: z.enum(['owner', 'admin', 'member', 'viewer', 'support']) });

/** People of an organization, and who did what in it. Invitations take a person: a token makes none. */
export const memberRoutes: Routes = (api, { query, command, publicUrl }) => {
  api.get('/organizations/:org/members', { query: page }, async (context, sent) => {
    const members = await query.members(context.get('viewer'), context.req.param('org'));
    return context.json(pageOf(context, publicUrl, sent.query, members).map(memberShape));
  });

  api.put('/organizations/:org/members/:member', { body: roleBody }, async (context, { body }) => {
    const { org, member } = context.req.param();
    const viewer = await query.within(context.get('viewer'), org, needs.members);
    await command.setRole(viewer, org, Number(member), body.orgRole);
    const all = await query.members(viewer, org);
    return context.json(memberShape(all.find(({ userId }) => String(userId) === member)!));
  });

  api.delete('/organizations/:org/members/:member', {}, async (context) => {
    const { org, member } = context.req.param();
    await command.removeMember(context.get('viewer'), org, Number(member));
    return context.body(null, 204);
  });

  api.get(
    '/organizations/:org/audit-logs',
    { query: { event: choice(auditDeeds), ...page } },
    async (context, sent) => {
      const { cursor, count } = readPage(sent.query);
      const filter = { userId: null, deed: sent.query.event, cursor, count };
      const { entries, nextCursor } = await query.auditLog(context.get('viewer'), context.req.param('org'), filter);
      setLink(context, publicUrl, cursor, nextCursor);
      return context.json({ rows: entries.map(entryShape) });
    },
  );
};

type Member = Awaited<ReturnType<Queries['members']>>[number];

function memberShape({ userId, email, name, role }: Member) {
  return { id: String(userId), email, name: name || email, orgRole: role };
}

type Entry = Awaited<ReturnType<Queries['auditLog']>>['entries'][number];

function entryShape({ id, atMs, userId, person, byToken, deed, subject, detail }: Entry) {
  return {
    id: String(id),
    dateCreated: new Date(atMs).toISOString(),
    actor: userId === null ? null : { id: String(userId), name: person },
    byToken,
    event: deed,
    target: subject,
    note: detail,
  };
}
