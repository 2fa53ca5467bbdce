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
}

/** The kinds are counted separately, so names of one never collide with another's. */
export type SignInSecret = 'password' | 'second-factor' | 'passkey';

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

  return {
    enter(kind, name, address) {
      const byName = `${kind}:${name.toLowerCase()}`;
      const byAddress = address === null ? null : `address:${address}`;
      if (
        recent(byName).length >= limits.SIGN_IN_FAILURE_COUNT_MAX ||
        (byAddress && recent(byAddress).length >= limits.SIGN_IN_ADDRESS_FAILURE_COUNT_MAX)
      ) {
        const minutes = limits.SIGN_IN_WINDOW_MS / 60_000;
        throw new Refusal('too-many', `Too many sign-ins failed. Wait ${minutes} minutes, then try again.`);
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
