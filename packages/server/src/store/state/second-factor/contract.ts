import type { OrganizationId, UserId } from '@seismo/protocol';

export interface SecondFactorReads {
  /** `null`: the password alone signs in. */
  authenticatorOf(userId: UserId): Promise<Authenticator | null>;
  recoveryCodesLeft(userId: UserId): Promise<number>;
  /** In the order in which they were made. */
  listPasskeys(userId: UserId): Promise<Passkey[]>;
  passkeyById(id: string): Promise<Passkey | null>;
}

export interface SecondFactorWrites {
  /** Replaces an existing one. */
  setAuthenticator(userId: UserId, authenticator: Authenticator & { secret: string }): Promise<void>;
  /** `false`: a code of this half minute, or of a later one, was taken already. */
  consumeTotpStep(userId: UserId, step: number): Promise<boolean>;
  /** Also deletes the recovery codes. */
  deleteAuthenticator(userId: UserId): Promise<void>;
  /** Replaces all recovery codes. */
  setRecoveryCodes(userId: UserId, hashes: string[]): Promise<void>;
  /** Single use: returns whether it was valid. */
  takeRecoveryCode(userId: UserId, hash: string): Promise<boolean>;
  createPasskey(passkey: Passkey): Promise<void>;
  usePasskey(id: string, use: { counter: number; atMs: number }): Promise<void>;
  deletePasskey(userId: UserId, id: string): Promise<boolean>;
  createCeremony(ceremony: Ceremony & { hash: string; expiresAtMs: number }): Promise<void>;
  ceremony(hash: string, kind: Ceremony['kind'], nowMs: number): Promise<Ceremony | null>;
  /** Returns it once; `null` if it is unknown, expired, or of another kind. */
  takeCeremony(hash: string, kind: Ceremony['kind'], nowMs: number): Promise<Ceremony | null>;
  /** Those that are under way for this user. */
  deleteCeremonies(userId: UserId): Promise<void>;
}

/** A program that shows six digits which change every half minute (RFC 6238). */
export interface Authenticator {
  /** Base32. `null` if the key file that it is encrypted with is missing or was replaced. */
  secret: string | null;
  /** `null`: not until its first code was typed in. */
  enabledAtMs: number | null;
  /** The half minute, counted from 1970, of the last code that was taken; 0 if none was. */
  lastStep: number;
}

export interface Passkey {
  /** The credential's ID, base64url. */
  id: string;
  userId: UserId;
  /** The name that its owner gave it. */
  label: string;
  /** COSE key, base64url. */
  publicKey: string;
  counter: number;
  /** As the browser named them: `internal`, `usb`, … */
  transports: string[];
  createdAtMs: number;
  lastUsedAtMs: number | null;
}

/** A flow that needs a second step: identified by the SHA-256 of its secret, for a few minutes. */
export interface Ceremony {
  kind: 'code' | 'new-passkey' | 'passkey';
  /** `null`: the response shows who it is. */
  userId: UserId | null;
  /** It began at this organization's identity provider, and ends in a session of it. */
  organizationId: OrganizationId | null;
}
