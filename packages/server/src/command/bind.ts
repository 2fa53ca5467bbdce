import type { HealthSubject } from '#health/contract.ts';
import { diskFull } from '#platform/disk-space.ts';
import { Refusal } from '#platform/refusal.ts';
import { createProviderDiscovery } from './accounts/provider-discovery.ts';
import { createInvitationThrottle, createOpeningThrottle, createSignOnThrottle } from './accounts/request-throttle.ts';
import { createSignInThrottle } from './accounts/sign-in-throttle.ts';
import * as all from './all.ts';
import type { ServerCommandDeps } from './deps.ts';

type Bound<Command> = Command extends (deps: never, ...args: infer Args) => infer Answer
  ? (...args: Args) => Answer
  : never;
export type Commands = { [Name in keyof typeof all]: Bound<(typeof all)[Name]> };

export function bindCommands(
  given: Omit<ServerCommandDeps, 'throttle' | 'openings' | 'signOns' | 'invitationMails' | 'discover' | 'health'> & {
    health: Omit<HealthSubject, 'discover' | 'outgoing' | 'clock'>;
  },
): Commands {
  const { outgoing, clock } = given;
  const discover = createProviderDiscovery(outgoing, clock);
  const deps: ServerCommandDeps = {
    ...given,
    throttle: createSignInThrottle(clock),
    openings: createOpeningThrottle(clock),
    signOns: createSignOnThrottle(clock),
    invitationMails: createInvitationThrottle(clock),
    discover,
    health: { ...given.health, outgoing, clock, discover },
  };
  const bind =
    (command: (deps: ServerCommandDeps, ...args: never[]) => Promise<unknown>) =>
    async (...args: never[]) => {
      try {
        return await command(deps, ...args);
      } catch (error) {
        if (error instanceof Refusal) throw error;
        throw (await deps.space.writeFailed(error)) ? diskFull() : error;
      }
    };
  return Object.fromEntries(Object.entries(all).map(([name, command]) => [name, bind(command)])) as unknown as Commands;
}
