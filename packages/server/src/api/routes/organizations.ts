import { organizationShape } from '../shape/organization.ts';
import type { Routes } from '../deps.ts';
import { page, pageOf } from '../page.ts';

export const organizationRoutes: Routes = (api, { query, publicUrl }) => {
  api.get('/organizations', { query: page }, async (context, sent) => {
    const all = await query.organizations(context.get('viewer'));
    const shown = pageOf(context, publicUrl, sent.query, all);
    return context.json(shown.map((one) => organizationShape(one, publicUrl)));
  });

  api.get('/organizations/:org', {}, async (context) => {
    const viewer = await query.within(context.get('viewer'), context.req.param('org'));
    const [organization] = await query.organizations(viewer);
    if (!organization) return context.json({ detail: 'The token needs the scope org:read.' }, 403);
    return context.json(organizationShape(organization, publicUrl));
  });
};
