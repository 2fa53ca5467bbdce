import type { OrganizationId, UserId } from '@seismo/protocol';
import type { Role } from '../people/contract.ts';

export interface IdentityReads {
  identityProvider(organizationId: OrganizationId): Promise<IdentityProvider | null>;
  /** By organization. */
  listIdentityProviders(): Promise<IdentityProvider[]>;
  /** Whose identity it is. */
  identity(issuer: string, subject: string): Promise<UserId | null>;
}

export interface IdentityWrites {
  /** One per organization: in the place of the one before. */
  setIdentityProvider(provider: IdentityProvider & { clientSecret: string }): Promise<void>;
  deleteIdentityProvider(organizationId: OrganizationId): Promise<boolean>;
  addIdentity(identity: { issuer: string; subject: string; userId: UserId }): Promise<void>;
}

/** A server of the organization that knows its people (OpenID Connect). */
export interface IdentityProvider {
  organizationId: OrganizationId;
  /** As the button on the sign-in page calls it. */
  name: string;
  issuer: string;
  clientId: string;
  /** `null` if the key file that it is encrypted with is missing or was replaced. */
  clientSecret: string | null;
  /** Whoever has a verified address of one of these gets an account by signing in. */
  domains: string[];
  /** The role of a new account. */
  role: Role;
}
