import type { Journal } from '#journal/contract.ts';
import type { QueryDeps } from '#query/deps.ts';
import type { SignInThrottle } from './sign-in-throttle.ts';

/** Everything a change may need. Chance and time are handed in. */
export interface CommandDeps extends Omit<QueryDeps, 'journal'> {
  journal: Journal;
  random(bytes: number): Uint8Array;
  /** Called after a key was made or changed, so that ingest forgets what it remembers of keys. */
  onKeysChanged(): void;
  throttle: SignInThrottle;
}
