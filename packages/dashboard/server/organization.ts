import type { Viewer } from '@seismo/server';
import type { NamedResource } from './resource.ts';
import { runtime } from './runtime.ts';

/** The ID of the selected organization. Not a secret: it grants no access. */
export const organizationCookie = 'seismo_organization';

export const ORGANIZATION_COOKIE_AGE_S = 365 * 86_400;

/** The same viewer, limited to one organization. */
export function within(viewer: Viewer, organizationId: number): Viewer {
  return { ...viewer, memberships: viewer.memberships.filter((one) => one.organizationId === organizationId) };
}

/** The viewer's organizations, the selected one first. */
export function inOrder({ memberships }: Viewer, selected: number): number[] {
  const ids = memberships.map(({ organizationId }): number => organizationId);
  return ids.includes(selected) ? [selected, ...ids.filter((id) => id !== selected)] : ids;
}

/** The viewer within the organization that has a resource; the selected one wins. */
export async function viewerOfResource(
  viewer: Viewer,
  selected: number,
  { kind, name }: NamedResource,
): Promise<Viewer | null> {
  for (const id of inOrder(viewer, selected)) {
    const limited = within(viewer, id);
    if (await runtime().query.exists(limited, kind, name)) return limited;
  }
  return null;
}
