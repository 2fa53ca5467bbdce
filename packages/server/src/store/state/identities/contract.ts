import type { OrganizationId, UserId } from '@seismo/protocol';
import type { Role } from '#domain/permissions/role.ts';

export interface IdentityReads {
  identityProvider(organizationId: OrganizationId): Promise<IdentityProvider | null>;
  /** By organization. */
  listIdentityProviders(): Promise<IdentityProvider[]>;
  /** The account of the identity. */
  identity(identity: Omit<Identity, 'userId'>): Promise<UserId | null>;
  /** By organization. */
  identitiesOf(userId: UserId): Promise<Identity[]>;
}

export interface IdentityWrites {
  /** One per organization; replaces an existing one. */
  setIdentityProvider(provider: IdentityProvider & { clientSecret: string }): Promise<void>;
  deleteIdentityProvider(organizationId: OrganizationId): Promise<boolean>;
  addIdentity(identity: Identity): Promise<void>;
  /** All that connect this account to the organization's providers, including past ones. */
  deleteIdentities(userId: UserId, organizationId: OrganizationId): Promise<boolean>;
}

/** An account at an organization's provider, connected to an account here. It signs in to that organization. */
export interface Identity {
  organizationId: OrganizationId;
  issuer: string;
  subject: string;
  userId: UserId;
}

/** A server of the organization that authenticates its members (OpenID Connect). */
export interface IdentityProvider {
  organizationId: OrganizationId;
  /** As the button on the sign-in page calls it. */
  name: string;
  issuer: string;
  clientId: string;
  /** `null` if the key file that it is encrypted with is missing or was replaced. */
  clientSecret: string | null;
  /** Users with a verified address of these domains get an account by signing in, once the domain is proved. */
  domains: string[];
  /** Those with a TXT record. */
  verifiedDomains: string[];
  /** The role of a new account. */
  role: Role;
}
