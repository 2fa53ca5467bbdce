import { resumeOutgoing, systemViewer } from '@seismo/server/parts';
import type { Config } from '../config.ts';
import { withState } from './with-state.ts';

/** Lets a restored server connect to other hosts again. */
export async function resumeCommand(config: Config): Promise<void> {
  await withState(config, async (deps) => {
    const { wasPaused } = await resumeOutgoing(deps, await systemViewer(deps.state));
    process.stdout.write(wasPaused ? 'Outgoing connections are allowed again.\n' : 'The server was not paused.\n');
  });
}
