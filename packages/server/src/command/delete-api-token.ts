import { demandPerson, type Viewer } from '#query/viewer.ts';
import { Refusal } from '#watch/refusal.ts';
import type { CommandDeps } from './deps.ts';

export async function deleteApiToken(deps: CommandDeps, viewer: Viewer, id: number): Promise<void> {
  const userId = demandPerson(viewer);
  const deleted = await deps.state.write((tx) => tx.deleteApiToken(userId, id));
  if (!deleted) throw new Refusal('not-found', 'There is no such token, or it is not yours.');
}
