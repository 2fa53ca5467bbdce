import { createLog, createSignInLink, systemClock } from '@seismo/server/parts';
import { randomBytes } from 'node:crypto';
import type { Config } from '../config.ts';
import { fillDemo } from '../demo.ts';
import { firstOwner } from '../first-owner.ts';
import { startServer } from '../server.ts';
import { stopOnSignal } from '../stop.ts';

export async function startCommand(
  config: Config,
  { demo, ...options }: { demo: boolean; dev: boolean; acceptLoss: boolean; withoutCopy: boolean },
): Promise<void> {
  const log = createLog();
  const server = await startServer(config, { ...options, dashboard: true, log });
  stopOnSignal(server, log);
  const isSetUp = (await server.state.userCount()) > 0;
  if (demo) await fillDemo(server, (text) => process.stdout.write(`${text}\n`));

  process.stdout.write(`\n  Seismo is running at ${server.url}\n\n`);
  // A link signs in past password and second factor: later starts must not leave one in a log.
  if (isSetUp) return;
  const userId = (await firstOwner(server.state))?.id ?? null;
  const deps = { state: server.state, clock: systemClock, random: randomBytes };
  const link = await createSignInLink(deps, userId).catch((error: unknown) => {
    // Reports are accepted without it.
    log.error({ stage: 'start', reason: String(error) }, 'the sign-in link could not be saved; restart to get a link');
    return null;
  });
  if (link === null) return;
  process.stdout
    .write(`  ${userId === null ? 'Set up Seismo' : 'Sign in'} with this one-time link (valid for 15 minutes):
  ${server.url}/sign-in/link/${link}

`);
}
