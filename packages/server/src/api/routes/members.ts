import type { Context } from 'hono';
import { z } from 'zod';
import { permissions } from '#domain/permissions/permissions.ts';
import { auditActions } from '#query/accounts/audit.ts';
import type { MemberView } from '#query/accounts/views.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import { Refusal } from '#platform/refusal.ts';
import type { Queries } from '#query/bind.ts';
import type { ApiEnv } from '../deps.ts';
import type { Routes } from '../router.ts';
import { nameSearch, searchByName } from '../name-search.ts';
import { page, readPage, pageOf, setLink } from '../page.ts';
import { oneOf, withoutEffect } from '../parameters.ts';
import { memberShape, pendingShape } from '../serializers/member.ts';
import { roleListShape, teamRole, teamRoleListShape } from '../serializers/role.ts';
import { teamShape } from '../serializers/team.ts';
import { userShape } from '../serializers/user.ts';

const role = z.enum(['owner', 'admin', 'member', 'viewer', 'support'], 'Use owner, admin, member, viewer or support.');
const onlyTeamRole = z.literal(teamRole, `Use ${teamRole}, the only role in a team.`).nullish();

/** `role` is Sentry's older name of `orgRole`. */
const memberChange = z.strictObject({
  orgRole: role.optional(),
  role: role.optional(),
  teamRoles: z.array(z.strictObject({ teamSlug: z.string(), role: onlyTeamRole })).optional(),
  teams: z.array(z.string()).optional(),
});
const newMember = z.strictObject({
  email: z.string(),
  orgRole: role.optional(),
  role: role.optional(),
  teams: z.array(z.string()).max(0, 'Leave out teams. Add the member to them once they have joined.').optional(),
});
const teamRoleChange = z.strictObject({ teamRole: onlyTeamRole });

type Pending = Awaited<ReturnType<Queries['invitations']>>[number];
type Found = { member: MemberView } | { pending: Pending };

const keys = {
  id: (found: Found) => ('member' in found ? [String(found.member.userId)] : []),
  email: (found: Found) => [memberOf(found).email],
  role: (found: Found) => [memberOf(found).role],
};
const memberOf = (found: Found) => ('member' in found ? found.member : found.pending);
const shapeOf = (found: Found) => ('member' in found ? memberShape(found.member) : pendingShape(found.pending));

/** Members and invitations. A member's ID in a path is a number, `me` or an email address. */
export const memberRoutes: Routes = (api, { query, command, publicUrl }) => {
  async function membersOf(viewer: Viewer, org: string): Promise<Found[]> {
    const [members, pending] = await Promise.all([query.members(viewer, org), query.invitations(viewer, org)]);
    return [...members.map((member) => ({ member })), ...pending.map((each) => ({ pending: each }))];
  }
  async function find(viewer: Viewer, org: string, name: string): Promise<Found> {
    const requested = name === 'me' ? String(viewer.userId) : name.toLowerCase();
    const found = (await membersOf(viewer, org)).find(
      (each) =>
        memberOf(each).email.toLowerCase() === requested ||
        ('member' in each && String(each.member.userId) === requested),
    );
    if (!found) throw new Refusal('not-found', 'Member not found, or you do not have access to them.');
    return found;
  }
  async function findMember(viewer: Viewer, org: string, name: string): Promise<MemberView> {
    const found = await find(viewer, org, name);
    if ('member' in found) return found.member;
    throw new Refusal('conflict', `${found.pending.email} has not joined yet. Delete the invitation to change it.`);
  }
  const detail = (found: Found, viewer: Viewer) => ({
    ...shapeOf(found),
    orgRoleList: roleListShape(viewer.memberships[0]?.role),
    teamRoleList: teamRoleListShape,
  });

  api.get('/organizations/:org/members', { query: { ...nameSearch, ...page } }, async (context, viewer, sent) => {
    const all = await membersOf(viewer, context.req.param('org'));
    const found = searchByName(
      all,
      sent.query.query,
      (each) => [memberOf(each).email, 'member' in each ? each.member.name : ''],
      keys,
    );
    return context.json(pageOf(context, publicUrl, sent.query, found).map(shapeOf));
  });

  api.get(
    '/organizations/:org/users',
    { query: { project: withoutEffect('Every member sees all projects.') } },
    async (context, viewer) => {
      const members = await query.members(viewer, context.req.param('org'));
      return context.json(members.map((each) => ({ ...userShape(each), role: each.role, orgRole: each.role })));
    },
  );

  api.post(
    '/organizations/:org/members',
    { body: newMember, requires: [permissions.members] },
    async (context, viewer, { body }) => {
      const org = context.req.param('org');
      const given = roleOf(body) ?? 'member';
      await command.inviteWithoutLink(viewer, org, { email: body.email, role: given });
      return context.json(shapeOf(await find(viewer, org, body.email.trim())), 201);
    },
  );

  api.get('/organizations/:org/members/:member', {}, async (context, viewer) => {
    const { org, member } = context.req.param();
    return context.json(detail(await find(viewer, org, member), viewer));
  });

  api.put('/organizations/:org/members/:member', { body: memberChange }, async (context, viewer, { body }) => {
    const { org, member: name } = context.req.param();
    const next = roleOf(body);
    const requested = body.teamRoles?.map(({ teamSlug }) => teamSlug) ?? body.teams;
    const required = [
      permissions.members,
      next && permissions.setRole,
      requested && permissions.setTeamMember,
      requested && permissions.teams,
    ];
    await query.viewerInOrganization(viewer, org, ...required.filter((need) => need !== undefined));
    const member = await findMember(viewer, org, name);
    const known = requested === undefined ? [] : (await query.teams(viewer)).map(({ slug }) => slug);
    const unknown = requested?.find((slug) => !known.includes(slug));
    if (unknown !== undefined) throw new Refusal('invalid', `teams: Unknown team ${unknown.slice(0, 100)}.`);
    if (next !== undefined && next !== member.role) await command.setRole(viewer, org, member.userId, next);
    if (requested !== undefined) {
      for (const slug of known) {
        const isMember = requested.includes(slug);
        if (isMember !== member.teams.includes(slug))
          await command.setTeamMember(viewer, slug, member.userId, isMember);
      }
    }
    return context.json(detail(await find(viewer, org, String(member.userId)), viewer));
  });

  api.delete('/organizations/:org/members/:member', { requires: [permissions.members] }, async (context, viewer) => {
    const { org, member } = context.req.param();
    const found = await find(viewer, org, member);
    if ('member' in found) await command.removeMember(viewer, org, found.member.userId);
    else await command.deleteInvitation(viewer, org, found.pending.id);
    return context.body(null, 204);
  });

  const ofTeam = '/organizations/:org/members/:member/teams/:team';
  async function setTeamMember(context: Context<ApiEnv, typeof ofTeam>, viewer: Viewer, isMember: boolean) {
    const { org, member: name, team } = context.req.param();
    const member = await findMember(viewer, org, name);
    await command.setTeamMember(viewer, team, member.userId, isMember);
    const all = await query.teams(viewer);
    return teamShape(all.find(({ id, slug }) => slug === team || String(id) === team)!);
  }
  const changesTeam = { requires: [permissions.members, permissions.teams] };
  api.post(ofTeam, changesTeam, async (context, viewer) =>
    context.json(await setTeamMember(context, viewer, true), 201),
  );
  api.delete(ofTeam, changesTeam, async (context, viewer) => context.json(await setTeamMember(context, viewer, false)));
  api.get(ofTeam, { requires: [permissions.teams] }, async (context, viewer) => {
    const { org, member: name, team } = context.req.param();
    return context.json(await teamMember(viewer, org, name, team));
  });
  api.put(
    ofTeam,
    { body: teamRoleChange, requires: [permissions.teams, permissions.setTeamMember] },
    async (context, viewer) => {
      const { org, member: name, team } = context.req.param();
      return context.json(await teamMember(viewer, org, name, team));
    },
  );
  async function teamMember(viewer: Viewer, org: string, name: string, team: string) {
    const { teams } = await findMember(viewer, org, name);
    const found = (await query.teams(viewer)).find(({ id, slug }) => slug === team || String(id) === team);
    if (!found) throw new Refusal('not-found', 'Team not found, or you do not have access to it.');
    if (!teams.includes(found.slug)) throw new Refusal('not-found', 'The member is not in this team.');
    return { isActive: true, teamRole };
  }

  api.get(
    '/organizations/:org/audit-logs',
    { query: { event: oneOf(auditActions), ...page } },
    async (context, viewer, sent) => {
      const { cursor, count } = readPage(sent.query);
      const filter = { userId: null, action: sent.query.event, cursor, count };
      const { entries, nextCursor } = await query.auditLog(viewer, context.req.param('org'), filter);
      setLink(context, publicUrl, cursor, nextCursor);
      return context.json({ rows: entries.map(entryShape) });
    },
  );
};

function roleOf({ orgRole, role: older }: Pick<z.infer<typeof memberChange>, 'orgRole' | 'role'>) {
  if (orgRole === undefined || older === undefined || orgRole === older) return orgRole ?? older;
  throw new Refusal('invalid', 'role and orgRole mean the same; send one of them.');
}

type Entry = Awaited<ReturnType<Queries['auditLog']>>['entries'][number];

function entryShape({ id, atMs, userId, user, byToken, action, subject, detail }: Entry) {
  return {
    id: String(id),
    dateCreated: new Date(atMs).toISOString(),
    actor: userId === null ? null : { id: String(userId), name: user },
    byToken,
    event: action,
    target: subject,
    note: detail,
  };
}
