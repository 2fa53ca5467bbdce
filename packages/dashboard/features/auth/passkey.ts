import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/browser';

export type Passkey = AuthenticationResponseJSON;
export type NewPasskey = RegistrationResponseJSON;

/** A message for a failed passkey request. */
export function passkeyError(error: unknown): string {
  const { name } = error instanceof Error ? error : { name: '' };
  if (name === 'NotAllowedError' || name === 'AbortError')
    return 'The passkey request was canceled. Try again when your passkey is available.';
  if (name === 'InvalidStateError') return 'This device already has a passkey for Seismo.';
  return 'This browser cannot use passkeys at this address.';
}
