import { createLog, createSignInLink, systemClock } from '@seismo/server/parts';
import { randomBytes } from 'node:crypto';
import type { Config } from '../config.ts';
import { fillDemo } from '../demo.ts';
import { firstOwner } from '../first-owner.ts';
import { startServer } from '../server.ts';
import type { RunningServer } from '../server.ts';

export async function startCommand(
  config: Config,
  options: { demo: boolean; dev: boolean; acceptLoss: boolean },
): Promise<void> {
  const log = createLog('info');
  const server = await startServer(config, {
    dev: options.dev,
    dashboard: true,
    log,
    acceptLoss: options.acceptLoss,
  });
  stopOnSignals(server);
  const isSetUp = (await server.state.userCount()) > 0;
  if (options.demo) await fillDemo(server, (text) => process.stdout.write(`${text}\n`));

  process.stdout.write(`\n  Seismo is running at ${server.url}\n\n`);
  // A link signs in past password and second factor: later starts must not leave one in a log.
  if (isSetUp) return;
  const userId = (await firstOwner(server.state))?.id ?? null;
  const link = await createSignInLink({ state: server.state, clock: systemClock, random: randomBytes }, userId);
  process.stdout.write(`  ${userId === null ? 'Set it up' : 'Sign in'} with this link, once, within 15 minutes:
  ${server.url}/sign-in/link/${link}

`);
}

/** A second signal ends at once. Terminals and systemd signal every process of a group, and `npm start` passes its own on. */
function stopOnSignals(server: RunningServer): void {
  let stoppingSinceMs: number | null = null;
  const stop = () => {
    const nowMs = performance.now();
    if (stoppingSinceMs !== null && nowMs - stoppingSinceMs > SAME_SIGNAL_MS) process.exit(1);
    if (stoppingSinceMs !== null) return;
    stoppingSinceMs = nowMs;
    void server.close().then(() => process.exit(0));
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

const SAME_SIGNAL_MS = 500;
