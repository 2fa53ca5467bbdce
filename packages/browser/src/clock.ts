/** The only module that reads time and randomness. */

export const millis = (): number => Date.now();

/** Unix seconds, as every timestamp of the protocol. */
export const seconds = (): number => millis() / 1000;

export const isoTime = (): string => new Date().toISOString();

export const chance = (): number => Math.random();

/** `crypto.randomUUID` exists on secure pages only; this is everywhere. */
export const hexId = (bytes: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => (byte + 256).toString(16).slice(1)).join('');

/**
 * The page's own clock is finer than the system's and never set back, but some browsers stop it while the machine sleeps:
 * a trace begins with setting it right.
 */
let asleepMs = 0;

export function setPreciseClock(): void {
  const behindMs = millis() - performance.timeOrigin - performance.now();
  if (Math.abs(behindMs - asleepMs) > CLOCKS_DIFFER_MS_MIN) asleepMs = behindMs;
}

const CLOCKS_DIFFER_MS_MIN = 100;

/** Unix seconds of a time of the page, by default now. */
export const preciseSeconds = (pageMs: number = performance.now()): number =>
  (performance.timeOrigin + asleepMs + pageMs) / 1000;
