import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Server } from '../running-server.ts';

const run = promisify(execFile);

/** Runs `sentry-cli` for a project of the server, in `cwd`. */
export async function sentryCli(server: Server, project: string, args: string[], cwd?: string) {
  const env = {
    ...process.env,
    SENTRY_URL: server.url,
    SENTRY_ORG: 'main',
    SENTRY_PROJECT: project,
    SENTRY_AUTH_TOKEN: await server.createToken('org:ci'),
    SENTRY_CLI_NO_TELEMETRY: '1',
  };
  return run('sentry-cli', args, { cwd, env });
}
