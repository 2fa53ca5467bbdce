import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { actionsOf, type ServerAction } from '../upload/actions.ts';

/** Names of server actions from the build that is running, read with the first failing action. */
export function openActionNames(distDir: string): (id: string) => Promise<ServerAction | null> {
  let actions: Promise<Map<string, ServerAction>> | undefined;
  let readAtMs = Number.NaN;
  return async (id) => {
    try {
      // A build under a running server brings new actions.
      const { mtimeMs } = await stat(join(distDir, 'server/server-reference-manifest.json'));
      if (mtimeMs !== readAtMs) actions = actionsOf(distDir);
      readAtMs = mtimeMs;
      return (await actions)?.get(id) ?? null;
    } catch {
      return null;
    }
  };
}
