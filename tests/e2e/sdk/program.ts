import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Target } from './scenario.ts';

/** Runs a small Node program with the SDK; some of them crash on purpose. */
export function inNode(program: string, exitCode: number) {
  return async ({ dsn }: Target): Promise<void> => {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'programs', program)], {
      stdio: 'ignore',
      env: { ...process.env, E2E_DSN: dsn },
    });
    const [code] = (await once(child, 'exit')) as [number | null];
    if (code !== exitCode) throw new Error(`${program} ended with ${code}, expected ${exitCode}`);
  };
}
