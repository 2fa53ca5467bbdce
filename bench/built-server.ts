import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OrganizationId, ProjectId } from '@seismo/protocol';
import { serverEnvironment, serverFlags } from '../scripts/server-flags.mjs';
import { startProcess } from './processes.ts';

export const account = { email: 'bench@example.com', password: 'a long bench password' };
export const main = join(import.meta.dirname, '../packages/main/dist/main.js');

/** The built server on a data folder, with its commands. */
export function builtServer(dataDir: string, port: number, settings: Record<string, string> = {}) {
  const url = `http://127.0.0.1:${port}`;
  const env = {
    ...serverEnvironment,
    PORT: String(port),
    SEISMO_DATA_DIR: dataDir,
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    ...settings,
  };
  const seismo = (...args: string[]) =>
    JSON.parse(
      execFileSync(process.execPath, [main, ...args, '--json'], { env: { ...process.env, ...env }, encoding: 'utf8' }),
    ) as Record<string, unknown>;
  const metric = async (name: string): Promise<number> => {
    const text = await (await fetch(`${url}/metrics`)).text();
    return Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)![1]);
  };
  return {
    url,
    env,
    start: () => startProcess(main, ['start'], env, 'Seismo is running', serverFlags),
    /** Creates the account and a project. */
    createTarget() {
      seismo('user', 'create', '--email', account.email, '--password', account.password);
      const { id, publicKey } = seismo('project', 'create', 'bench');
      const path = `/api/${String(id)}/envelope/?sentry_key=${String(publicKey)}`;
      return { projectId: id as ProjectId, organizationId: 1 as OrganizationId, path };
    },
    createToken: (scopes: string) => String(seismo('token', 'create', '--scopes', scopes)['token']),
    /** Resolves when everything in the journal is processed. */
    async drained(): Promise<void> {
      while ((await metric('seismo_journal_entries')) > 0) await sleep(20);
    },
  };
}

export type Target = ReturnType<ReturnType<typeof builtServer>['createTarget']>;
