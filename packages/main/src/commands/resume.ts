import { pausedSinceRestore, resumeAfterRestore } from '@seismo/server/parts';
import type { Config } from '../config.ts';
import { withState } from './with-state.ts';

/** Lets a restored server connect to other hosts again. */
export async function resumeCommand(config: Config): Promise<void> {
  await withState(config, async ({ state }) => {
    const isPaused = (await pausedSinceRestore(state)) !== null;
    if (isPaused) await state.write(resumeAfterRestore);
    process.stdout.write(isPaused ? 'Outgoing connections are allowed again.\n' : 'The server was not paused.\n');
  });
}
