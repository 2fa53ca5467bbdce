import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/browser';

export type Passkey = AuthenticationResponseJSON;
export type NewPasskey = RegistrationResponseJSON;

/** What went wrong between the browser and whoever holds the passkey, for people. */
export function passkeyTrouble(error: unknown): string {
  const { name } = error instanceof Error ? error : { name: '' };
  if (name === 'NotAllowedError' || name === 'AbortError')
    return 'No passkey was given. Try again when you have it at hand.';
  if (name === 'InvalidStateError') return 'This device has a passkey for Seismo already.';
  return 'This browser could not give a passkey for this address.';
}
