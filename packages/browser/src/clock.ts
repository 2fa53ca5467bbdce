/** The only place that asks the page for time and chance. */

export const millis = (): number => Date.now();

/** Unix seconds, as every timestamp of the protocol. */
export const seconds = (): number => millis() / 1000;

export const isoTime = (): string => new Date().toISOString();

export const chance = (): number => Math.random();

/** `crypto.randomUUID` exists on secure pages only; this is everywhere. */
export function hexId(bytes: number): string {
  let hex = '';
  for (const byte of crypto.getRandomValues(new Uint8Array(bytes))) hex += (byte + 256).toString(16).slice(1);
  return hex;
}
