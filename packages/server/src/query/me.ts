import type { QueryDeps } from './deps.ts';
import type { Me } from './views.ts';
import type { Viewer } from './viewer.ts';

export async function me({ state }: QueryDeps, viewer: Viewer): Promise<Me | null> {
  const user = viewer.userId === null ? null : await state.userById(viewer.userId);
  if (!user) return null;
  const organizations = await state.listOrganizations(viewer.memberships.map((one) => one.organizationId));
  return {
    userId: user.id,
    email: user.email,
    name: user.name,
    organizations: organizations.map(({ id, slug, name }) => ({
      id,
      slug,
      name,
      role: viewer.memberships.find((one) => one.organizationId === id)!.role,
    })),
  };
}

export async function isFirstRun({ state }: QueryDeps): Promise<boolean> {
  return (await state.userCount()) === 0;
}
