import type { Assembler } from '#assemble/contract.ts';
import type { Journal } from '#journal/contract.ts';
import type { QueryDeps } from '#query/deps.ts';
import type { Outgoing } from '#outgoing/outgoing.ts';
import type { DiscoverProvider } from './accounts/provider-discovery.ts';
import type { RequestThrottle } from './accounts/request-throttle.ts';
import type { SignInThrottle } from './accounts/sign-in-throttle.ts';

/** What a change needs, beside a running server too. Chance and time are handed in. */
export interface CommandDeps extends Pick<QueryDeps, 'state' | 'clock' | 'config'> {
  random(bytes: number): Uint8Array;
  /** Called after a key was made or changed, so that ingest forgets what it remembers of keys. */
  onKeysChanged(): void;
}

/** What some changes need besides, which only the running server has. */
export interface ServerCommandDeps extends CommandDeps, Omit<QueryDeps, 'journal'> {
  journal: Journal;
  assembler: Assembler;
  throttle: SignInThrottle;
  openings: RequestThrottle;
  signOns: RequestThrottle;
  outgoing: Outgoing;
  discover: DiscoverProvider;
}
