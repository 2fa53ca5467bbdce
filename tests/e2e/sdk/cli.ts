import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Target } from './scenario.ts';

const run = promisify(execFile);

/** `sentry-cli send-event`, as in a deploy script. */
export async function sendEventByCli({ dsn }: Target): Promise<void> {
  const options = ['--no-environ', '--level', 'warning', '--release', 'e2e-cli@1.0.0', '--env', 'e2e'];
  const about = ['--tag', 'step:migrate', '--user', 'email:eva@mail.example', '--message', 'Migration took too long'];
  await run('sentry-cli', ['send-event', ...options, ...about], {
    env: { ...process.env, SENTRY_DSN: dsn, SENTRY_CLI_NO_TELEMETRY: '1' },
  });
}
