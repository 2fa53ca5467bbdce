import { demandAccount, type Viewer } from '#domain/permissions/viewer.ts';
import type { CommandDeps } from '../deps.ts';
import { personNameSchema } from './person.ts';
import { readInput } from '../read-input.ts';

/** How the viewer is called from now on, by everybody. */
export async function rename(deps: CommandDeps, viewer: Viewer, name: string): Promise<void> {
  const userId = demandAccount(viewer);
  const next = readInput(personNameSchema, name, 'name');
  await deps.state.write((tx) => tx.setName(userId, next));
}
