import type { Viewer } from '@seismo/server';
import type { NamedResource } from './resource.ts';
import { runtime } from './runtime.ts';

/** The organization that pages are of, by its id; no secret, and no right to anything. */
export const organizationCookie = 'seismo_organization';

export const ORGANIZATION_COOKIE_AGE_S = 365 * 86_400;

/** The same viewer, for whom nothing but this organization exists. */
export function within(viewer: Viewer, organizationId: number): Viewer {
  return { ...viewer, memberships: viewer.memberships.filter((one) => one.organizationId === organizationId) };
}

/** The viewer's organizations, the selected one first. */
export function inOrder({ memberships }: Viewer, selected: number): number[] {
  const ids = memberships.map(({ organizationId }): number => organizationId);
  return ids.includes(selected) ? [selected, ...ids.filter((id) => id !== selected)] : ids;
}

/** The viewer within the organization that has what an address names: the selected one, if several do. */
export async function viewerOfResource(
  viewer: Viewer,
  selected: number,
  { kind, name }: NamedResource,
): Promise<Viewer | null> {
  for (const id of inOrder(viewer, selected)) {
    const asking = within(viewer, id);
    if (await runtime().query.exists(asking, kind, name)) return asking;
  }
  return null;
}
