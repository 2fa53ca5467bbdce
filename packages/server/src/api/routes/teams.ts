import type { Context } from 'hono';
import { z } from 'zod';
import type { TeamView } from '#query/accounts/views.ts';
import { permissions } from '#domain/permissions/permissions.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import { Refusal } from '#platform/refusal.ts';
import type { ApiEnv } from '../deps.ts';
import type { Routes } from '../router.ts';
import { nameSearch, searchByName } from '../name-search.ts';
import { newProject, newProjectInput } from '../new-project.ts';
import { page, pageOf } from '../page.ts';
import { common, withoutEffect } from '../parameters.ts';
import { slugOf } from '../slug-of.ts';
import { projectShape } from '../serializers/project.ts';
import { teamRole } from '../serializers/role.ts';
import { teamShape } from '../serializers/team.ts';
import { userShape } from '../serializers/user.ts';

const teamBody = z.strictObject({ slug: z.string().optional(), name: z.string().optional() });

const keys = {
  id: ({ id }: TeamView) => [String(id)],
  slug: ({ slug }: TeamView) => [slug],
  name: ({ name }: TeamView) => [name],
};

export const teamRoutes: Routes = (api, { query, command, publicUrl }) => {
  async function find(viewer: Viewer, name: string): Promise<TeamView> {
    const found = (await query.teams(viewer)).find(({ id, slug }) => slug === name || String(id) === name);
    if (!found) throw new Refusal('not-found', 'Team not found, or you do not have access to it.');
    return found;
  }

  const listed = { ...nameSearch, detailed: withoutEffect('The response has all fields.'), ...page };
  api.get('/organizations/:org/teams', { query: listed }, async (context, viewer, sent) => {
    const all = await query.teams(viewer);
    const found = searchByName(all, sent.query.query, ({ slug, name }) => [slug, name], keys);
    return context.json(pageOf(context, publicUrl, sent.query, found).map(teamShape));
  });

  api.post(
    '/organizations/:org/teams',
    { body: teamBody, requires: [permissions.teams] },
    async (context, viewer, { body }) => {
      const slug = body.slug ?? slugOf(body.name ?? '');
      await command.createTeam(viewer, { slug, name: body.name ?? slug });
      return context.json(teamShape(await find(viewer, slug)), 201);
    },
  );

  api.get(
    '/teams/:org/:team',
    { query: { collapse: common.collapse, expand: common.expand }, requires: [permissions.teams] },
    async (context, viewer) => {
      return context.json(teamShape(await find(viewer, context.req.param('team'))));
    },
  );

  api.put('/teams/:org/:team', { body: teamBody, requires: [permissions.teams] }, async (context, viewer, { body }) => {
    const { id } = await find(viewer, context.req.param('team'));
    await command.updateTeam(viewer, String(id), {
      ...(body.slug !== undefined && { slug: body.slug }),
      ...(body.name !== undefined && { name: body.name }),
    });
    return context.json(teamShape(await find(viewer, String(id))));
  });

  api.delete('/teams/:org/:team', {}, async (context, viewer) => {
    await command.deleteTeam(viewer, context.req.param('team'));
    return context.body(null, 204);
  });

  api.get(
    '/teams/:org/:team/members',
    { query: page, requires: [permissions.teams] },
    async (context, viewer, sent) => {
      const { members } = await find(viewer, context.req.param('team'));
      const visible = pageOf(context, publicUrl, sent.query, members);
      return context.json(
        visible.map((member) => ({
          ...userShape(member),
          user: userShape(member),
          orgRole: member.role,
          teamRole,
          pending: false,
          expired: false,
        })),
      );
    },
  );

  api.get(
    '/teams/:org/:team/projects',
    { query: page, requires: [permissions.teams, permissions.project] },
    async (context, viewer, sent) => {
      const { id: teamId } = await find(viewer, context.req.param('team'));
      const all = await query.listProjects(viewer);
      const projects = all.filter(({ teams }) => teams.some(({ id }) => id === teamId));
      return context.json(pageOf(context, publicUrl, sent.query, projects).map(projectShape));
    },
  );

  api.post(
    '/teams/:org/:team/projects',
    { body: newProject, requires: [permissions.teams] },
    async (context, viewer, { body }) => {
      const project = { ...newProjectInput(body), team: context.req.param('team') };
      return context.json(projectShape(await command.createProject(viewer, project)), 201);
    },
  );

  const ofProject = '/projects/:org/:project/teams/:team';
  async function setTeamProject(context: Context<ApiEnv, typeof ofProject>, viewer: Viewer, hasProject: boolean) {
    const { project, team } = context.req.param();
    await command.setTeamProject(viewer, team, project, hasProject);
    return projectShape(await query.project(viewer, project));
  }
  const reads = { requires: [permissions.project] };
  api.post(ofProject, reads, async (context, viewer) => context.json(await setTeamProject(context, viewer, true), 201));
  api.delete(ofProject, reads, async (context, viewer) => context.json(await setTeamProject(context, viewer, false)));

  api.get(
    '/projects/:org/:project/teams',
    { query: page, requires: [permissions.teams] },
    async (context, viewer, sent) => {
      const { id: projectId } = await query.project(viewer, context.req.param('project'));
      const teams = (await query.teams(viewer)).filter(({ projects }) => projects.some(({ id }) => id === projectId));
      return context.json(pageOf(context, publicUrl, sent.query, teams).map(teamShape));
    },
  );
};
