import { z } from 'zod';
import type { TeamView } from '#query/accounts/views.ts';
import { needs } from '#query/needs.ts';
import type { Routes } from '../deps.ts';
import { page, pageOf } from '../page.ts';

const teamBody = z.strictObject({ slug: z.string().optional(), name: z.string().optional() });

export const teamRoutes: Routes = (api, { query, command, publicUrl }) => {
  api.get('/organizations/:org/teams', { query: page }, async (context, sent) => {
    const viewer = await query.within(context.get('viewer'), context.req.param('org'));
    return context.json(pageOf(context, publicUrl, sent.query, await query.teams(viewer)).map(teamShape));
  });
  api.post('/organizations/:org/teams', { body: teamBody }, async (context, { body }) => {
    const viewer = await query.within(context.get('viewer'), context.req.param('org'), needs.teams);
    const { slug, name } = body;
    const chosen =
      slug ??
      name
        ?.toLowerCase()
        .replaceAll(/[^a-z0-9]+/g, '-')
        .replaceAll(/^-|-$/g, '') ??
      '';
    await command.createTeam(viewer, { slug: chosen, name: name ?? chosen });
    const made = (await query.teams(viewer)).find((team) => team.slug === chosen)!;
    return context.json(teamShape(made), 201);
  });
};

function teamShape({ id, slug, name, createdAtMs, members, isMember }: TeamView) {
  return {
    id: String(id),
    slug,
    name,
    dateCreated: new Date(createdAtMs).toISOString(),
    memberCount: members.length,
    isMember,
  };
}
