import { dictionary1 } from './dictionary-1.ts';

/** Common parts of all events, which bodies need not repeat. */
export interface Dictionary {
  /** The first byte of each body that needs it: 1 to 39. */
  number: number;
  bytes: Uint8Array;
}

/** All that were ever released: a dictionary that is gone takes its bodies along. A better one gets the next number. */
const released: readonly Dictionary[] = [{ number: 1, bytes: Buffer.from(dictionary1, 'base64') }];

/** The dictionary of new bodies. */
export const newestDictionary: Dictionary = released.at(-1)!;

export function dictionaryOf(number: number): Uint8Array | null {
  return released.find((dictionary) => dictionary.number === number)?.bytes ?? null;
}
