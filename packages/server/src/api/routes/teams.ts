import { z } from 'zod';
import type { TeamView } from '#query/accounts/views.ts';
import { Refusal } from '#watch/refusal.ts';
import type { Routes } from '../deps.ts';
import { readBody } from '../read-body.ts';

const teamBody = z.object({ slug: z.string().optional(), name: z.string().optional() });

export const teamRoutes: Routes = (api, { query, command }) => {
  api.get('/organizations/:org/teams', async (context) => {
    const viewer = await query.within(context.get('viewer'), context.req.param('org'));
    return context.json((await query.teams(viewer)).map(teamShape));
  });
  api.post('/organizations/:org/teams', async (context) => {
    const viewer = await query.within(context.get('viewer'), context.req.param('org'));
    const { slug, name } = await readBody(context, teamBody);
    const chosen =
      slug ??
      name
        ?.toLowerCase()
        .replaceAll(/[^a-z0-9]+/g, '-')
        .replaceAll(/^-|-$/g, '') ??
      '';
    await command.createTeam(viewer, { slug: chosen, name: name ?? chosen });
    const made = (await query.teams(viewer)).find((team) => team.slug === chosen);
    if (!made) throw new Refusal('forbidden', 'The team was made; the token needs the scope team:read to see it.');
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
