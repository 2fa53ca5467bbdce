import { limits } from '@seismo/protocol';
import type { StateReads } from '#store/state/contract.ts';
import type { Clock } from '#platform/clock.ts';
import { setNewest } from '#platform/set-newest.ts';
import { IngestRefusal } from './refuse.ts';

export type ClientKey = NonNullable<Awaited<ReturnType<StateReads['keyByPublicKey']>>>;

export interface Keys {
  /**
   * A cached key, at most five seconds old, or older while the store fails; `null` for an unknown one. Synchronous if
   * possible.
   */
  find(publicKey: string): ClientKey | null | Promise<ClientKey | null>;
  /** Makes a change take effect immediately in this process. */
  invalidate(): void;
}

/**
 * Caches client keys and unknown ones. A flood of random keys reaches the store only a limited number of times per
 * second and cannot evict existing keys, which are cached separately without that limit.
 */
export function openKeys(state: Pick<StateReads, 'keyByPublicKey'>, clock: Clock): Keys {
  const known = new Map<string, { key: ClientKey; atMs: number }>();
  const absent = new Map<string, number>();
  const lookingUp = new Map<string, Promise<ClientKey | null>>();
  let generation = 0;
  let isStoreFailing = false;
  let lookups = { second: 0, count: 0 };

  function requireLookupBudget(nowMs: number): void {
    const second = Math.floor(nowMs / 1000);
    if (lookups.second !== second) lookups = { second, count: 0 };
    if (++lookups.count > limits.KEY_UNKNOWN_LOOKUPS_PER_S_MAX) {
      throw new IngestRefusal('too-many-unknown-keys', { retryAfterS: 1 });
    }
  }

  async function lookUp(publicKey: string): Promise<ClientKey | null> {
    const startedIn = generation;
    const before = known.get(publicKey);
    try {
      const key = await state.keyByPublicKey(publicKey);
      isStoreFailing = false;
      // A read from before a change must not be cached after it.
      if (startedIn !== generation) return key;
      known.delete(publicKey);
      absent.delete(publicKey);
      if (key) setNewest(known, publicKey, { key, atMs: clock.now() }, limits.KEY_CACHE_COUNT_MAX);
      else setNewest(absent, publicKey, clock.now(), limits.KEY_CACHE_COUNT_MAX);
      return key;
    } catch (error) {
      isStoreFailing = true;
      if (!before) throw error;
      return before.key;
    } finally {
      if (startedIn === generation) lookingUp.delete(publicKey);
    }
  }

  return {
    find(publicKey) {
      const nowMs = clock.now();
      const found = known.get(publicKey);
      if (found && nowMs - found.atMs < limits.KEY_CACHE_MS_MAX) return found.key;
      const absentAtMs = absent.get(publicKey);
      if (absentAtMs !== undefined && nowMs - absentAtMs < limits.KEY_CACHE_MS_MAX) return null;

      let answer = lookingUp.get(publicKey);
      if (!answer) {
        if (!found) requireLookupBudget(nowMs);
        answer = lookUp(publicKey);
        lookingUp.set(publicKey, answer);
      }
      // Reports that wait for a failing store would fill the memory for bodies.
      return found && isStoreFailing ? found.key : answer;
    },
    invalidate() {
      known.clear();
      absent.clear();
      lookingUp.clear();
      generation++;
    },
  };
}
