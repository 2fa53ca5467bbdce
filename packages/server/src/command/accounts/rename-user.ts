import { requireAccountSession, type Viewer } from '#domain/permissions/viewer.ts';
import type { CommandDeps } from '../deps.ts';
import { userNameSchema } from './user-name.ts';
import { readInput } from '#platform/read-input.ts';

export async function renameUser(deps: CommandDeps, viewer: Viewer, name: string): Promise<void> {
  const userId = requireAccountSession(viewer);
  const next = readInput(userNameSchema, name, 'name');
  await deps.state.write((tx) => tx.setName(userId, next));
}
