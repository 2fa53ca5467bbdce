import { permissions } from '#domain/permissions/permissions.ts';
import { projectNamed } from '#query/projects/projects.ts';
import type { EnvironmentView } from '#query/projects/views.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import { Refusal } from '#platform/refusal.ts';
import type { CommandDeps } from '../deps.ts';

/** Hides an environment in menus, or shows it again. Its stored data stays and can be searched. */
export async function hideEnvironment(
  { state }: Pick<CommandDeps, 'state'>,
  viewer: Viewer,
  projectSlug: string,
  name: string,
  hidden: boolean,
): Promise<EnvironmentView> {
  const { id } = await projectNamed({ state }, viewer, permissions.hideEnvironment, projectSlug);
  const known = await state.environmentsOf(id);
  if (!known.some((one) => one.name === name)) {
    throw new Refusal('not-found', 'This project does not have this environment.');
  }
  await state.write((tx) => tx.hideEnvironment(id, name, hidden));
  return { name, hidden };
}
