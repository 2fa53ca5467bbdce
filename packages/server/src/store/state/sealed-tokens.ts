import type { SecretBox } from './secret-box.ts';

/** What every sealed text begins with (`secret-box.ts`). It would need an escape in a URL. */
const SEALED = 'sealed:';

/** Texts for URLs that only this server can make and read. With `purpose`, a text sealed for another one is no token. */
export function sealedTokens<T>(secrets: SecretBox, purpose: string) {
  return {
    seal: (value: T): string => secrets.seal(JSON.stringify(value), purpose).slice(SEALED.length),
    /** `null` if this server did not make it. */
    open(token: string): T | null {
      try {
        const opened = secrets.open(`${SEALED}${token}`, purpose);
        return opened === null ? null : (JSON.parse(opened) as T);
      } catch {
        // Changed on the way: it does not authenticate.
        return null;
      }
    },
  };
}
