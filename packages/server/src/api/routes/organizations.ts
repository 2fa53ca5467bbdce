import { z } from 'zod';
import { permissions } from '#domain/permissions/permissions.ts';
import type { OrganizationView } from '#query/accounts/views.ts';
import type { Routes } from '../router.ts';
import { nameSearch, searchByName } from '../name-search.ts';
import { page, pageOf } from '../page.ts';
import { organizationConstants, organizationDetailShape, organizationShape } from '../serializers/organization.ts';

const organizationChange = z.strictObject({
  ...organizationConstants,
  name: z.string().optional(),
  slug: z.string().optional(),
  allowSharedIssues: z.boolean().optional(),
});

const keys = {
  id: ({ id }: OrganizationView) => [String(id)],
  slug: ({ slug }: OrganizationView) => [slug],
  name: ({ name }: OrganizationView) => [name],
};

export const organizationRoutes: Routes = (api, { query, command, publicUrl }) => {
  api.get('/organizations', { query: { ...nameSearch, ...page } }, async (context, viewer, sent) => {
    const all = await query.organizations(viewer);
    const found = searchByName(all, sent.query.query, ({ slug, name }) => [slug, name], keys);
    const visible = pageOf(context, publicUrl, sent.query, found);
    return context.json(visible.map((one) => organizationShape(one, publicUrl)));
  });

  api.get('/organizations/:org', {}, async (context, viewer) => {
    const [organization] = await query.organizations(viewer);
    if (!organization) return context.json({ detail: 'The token needs the scope org:read.' }, 403);
    return context.json(organizationDetailShape(organization, viewer, publicUrl));
  });

  api.put(
    '/organizations/:org',
    { body: organizationChange, requires: ['org:read', permissions.updateOrganization] },
    async (context, viewer, { body }) => {
      const named = context.req.param('org');
      const { name, slug, allowSharedIssues } = body;
      await command.updateOrganization(viewer, named, {
        ...(name !== undefined && { name }),
        ...(slug !== undefined && { slug }),
        ...(allowSharedIssues !== undefined && { sharesIssues: allowSharedIssues }),
      });
      const [organization] = await query.organizations(viewer);
      return context.json(organizationDetailShape(organization!, viewer, publicUrl));
    },
  );

  /** The organization must have no projects. */
  api.delete('/organizations/:org', { requires: ['org:read'] }, async (context, viewer) => {
    const [{ slug }] = (await query.organizations(viewer)) as [OrganizationView];
    await command.deleteOrganization(viewer, slug, slug);
    return context.body(null, 204);
  });
};
