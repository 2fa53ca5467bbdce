import { randomBytes } from 'node:crypto';
import { openState, storesIn, systemClock, type State } from '@seismo/server/parts';
import type { Config } from '../config.ts';
import { makeDataDir } from '../paths.ts';

/** Dependencies of a command beside a running server or without one: several processes may open the state file. */
export async function withState<T>(
  config: Config,
  callback: (deps: {
    state: State;
    clock: typeof systemClock;
    config: Config;
    random: typeof randomBytes;
    onKeysChanged: () => void;
  }) => Promise<T>,
): Promise<T> {
  makeDataDir(config.dataDir);
  const state = await openState(storesIn(config.dataDir, config.stateUrl));
  try {
    // No listener: a running server reads keys again after a few seconds.
    return await callback({ state, clock: systemClock, config, random: randomBytes, onKeysChanged: () => {} });
  } finally {
    await state.close();
  }
}

/** One JSON object with `--json`, else readable lines. */
export function answer(json: boolean | undefined, value: object, text: string): void {
  process.stdout.write(json ? `${JSON.stringify(value)}\n` : `${text}\n`);
}
