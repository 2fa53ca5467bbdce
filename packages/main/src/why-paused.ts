import { pausedSinceRestore, type State } from '@seismo/server/parts';

/** After a restore, nothing leaves the server until an owner has looked at it. */
export async function whyPaused(state: Pick<State, 'setting'>): Promise<string | null> {
  const restored = await pausedSinceRestore(state);
  if (restored === null) return null;
  const time = new Date(restored.backupAtMs).toISOString();
  return `This server was restored from a backup of ${time}, and its outgoing connections are paused. An owner allows them in Settings › Server health, or "seismo resume" does.`;
}
