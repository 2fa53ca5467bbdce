import type { Assembler } from '#assemble/contract.ts';
import type { HealthSubject } from '#health/contract.ts';
import type { Journal } from '#journal/contract.ts';
import type { QueryDeps, ServerQueryDeps } from '#query/deps.ts';
import type { SendEmail } from '#alerts/channels/email.ts';
import type { Deliverer } from '#alerts/deliver.ts';
import type { Outgoing } from '#outgoing/outgoing.ts';
import type { DiscoverProvider } from './accounts/provider-discovery.ts';
import type { Background } from '#platform/background.ts';
import type { InvitationThrottle, RequestThrottle } from './accounts/request-throttle.ts';
import type { SignInThrottle } from './accounts/sign-in-throttle.ts';

/** Dependencies of commands, on the command line too. Randomness and time are handed in. */
export interface CommandDeps extends Pick<QueryDeps, 'state' | 'clock' | 'config'> {
  random(bytes: number): Uint8Array;
  /** Called after a key was created or changed, so that ingest clears its cache. */
  onKeysChanged(): void;
}

/** Further dependencies of some commands, which only the running server has. */
export interface ServerCommandDeps extends CommandDeps, Omit<ServerQueryDeps, 'journal'> {
  journal: Journal;
  assembler: Assembler;
  throttle: SignInThrottle;
  openings: RequestThrottle;
  signOns: RequestThrottle;
  invitationMails: InvitationThrottle;
  outgoing: Outgoing;
  deliverer: Pick<Deliverer, 'sendNow'>;
  sendEmail: SendEmail;
  background: Pick<Background, 'run'>;
  discover: DiscoverProvider;
  health: HealthSubject;
}
