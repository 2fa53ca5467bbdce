import { limits } from '@seismo/protocol';
import type { Clock } from '#platform/clock.ts';
import { Refusal } from '#platform/refusal.ts';
import { setNewest } from '#platform/set-newest.ts';

/**
 * Counts failed sign-ins by target and by network address, in memory: a restart resets them, and each server process
 * allows as many. An attempt counts before the password is checked and is removed when it was right, so that parallel
 * attempts do not slip through.
 */
export interface SignInThrottle {
  /** Throws `too-many`; otherwise counts a failure and returns a function that reverts it. */
  enter(kind: SignInSecret, name: string, address: string | null): () => void;
  /** Removes the failures of the target. */
  clear(kind: SignInSecret, name: string): void;
}

/**
 * The kinds are counted separately, so names of one never collide with another's. Requests for a password reset count by
 * network address apart from sign-ins: after too many of those, a user may need one.
 */
export type SignInSecret = 'password' | 'second-factor' | 'passkey' | 'password-reset';

export function createSignInThrottle(clock: Clock): SignInThrottle {
  const failures = new Map<string, number[]>();

  function recent(name: string): number[] {
    const since = clock.now() - limits.SIGN_IN_WINDOW_MS;
    return (failures.get(name) ?? []).filter((atMs) => atMs > since);
  }

  function remember(name: string, times: number[]): void {
    if (times.length === 0) failures.delete(name);
    else setNewest(failures, name, times, limits.SIGN_IN_TRACKED_COUNT_MAX);
  }

  const nameOf = (kind: SignInSecret, name: string) => `${kind}:${name.toLowerCase()}`;

  return {
    clear: (kind, name) => void failures.delete(nameOf(kind, name)),
    enter(kind, name, address) {
      const byName = nameOf(kind, name);
      const isReset = kind === 'password-reset';
      const byAddress = address === null ? null : `${isReset ? 'reset-address' : 'address'}:${address}`;
      if (
        recent(byName).length >= limits.SIGN_IN_FAILURE_COUNT_MAX ||
        (byAddress && recent(byAddress).length >= limits.SIGN_IN_ADDRESS_FAILURE_COUNT_MAX)
      ) {
        const minutes = limits.SIGN_IN_WINDOW_MS / 60_000;
        const what = isReset ? 'Too many password resets were requested.' : 'Too many sign-ins failed.';
        throw new Refusal('too-many', `${what} Wait ${minutes} minutes, then try again.`);
      }
      const nowMs = clock.now();
      for (const name of [byName, byAddress]) if (name) remember(name, [...recent(name), nowMs]);
      return () => {
        failures.delete(byName);
        if (byAddress) remember(byAddress, recent(byAddress).toSpliced(recent(byAddress).indexOf(nowMs), 1));
      };
    },
  };
}
