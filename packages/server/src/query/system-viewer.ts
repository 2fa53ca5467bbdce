import type { ProjectId } from '@seismo/protocol';
import type { Organization, State } from '#store/state/contract.ts';
import { Refusal } from '#platform/refusal.ts';
import { ownProjectSetting } from './projects/own-dsn.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';

/** The name of the first organization after set-up. */
export const mainSlug = 'main';

/**
 * The actor of the command line: the user with this email address, or the system itself, an owner of `main` without an
 * account (before set-up, of nothing).
 */
export async function systemViewer(state: State, email?: string): Promise<Viewer> {
  if (email !== undefined) {
    const user = await state.userByEmail(email);
    if (!user) throw new Refusal('not-found', `No user has the email address ${email}.`);
    return { userId: user.id, memberships: await state.membershipsOf(user.id), scopes: null, boundTo: null };
  }
  const main = await mainOrganization(state);
  const memberships: Viewer['memberships'] = main ? [{ organizationId: main.id, role: 'owner' }] : [];
  return { userId: null, memberships, scopes: null, boundTo: null };
}

/** The organization with the project for our own reports, whatever its current name. */
export async function mainOrganization(
  state: Pick<State, 'setting' | 'projectById' | 'listOrganizations' | 'organizationBySlug'>,
): Promise<Organization | null> {
  const id = await state.setting(ownProjectSetting);
  const project = id === null ? null : await state.projectById(Number(id) as ProjectId);
  if (!project) return state.organizationBySlug(mainSlug);
  return (await state.listOrganizations([project.organizationId]))[0] ?? null;
}

export function isSystem(viewer: Viewer): boolean {
  return viewer.userId === null && viewer.scopes === null;
}
