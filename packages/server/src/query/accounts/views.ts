import type { ProjectId, UserId, OrganizationId, TeamId } from '@seismo/protocol';
import type { IdentityProvider, AuditAction, AuditEntry, SignInMethod } from '#store/state/contract.ts';
import type { Role } from '#domain/permissions/role.ts';

export interface Me {
  userId: UserId;
  email: string;
  name: string;
  organizations: Omit<OrganizationView, 'createdAtMs'>[];
  preferences: Preferences;
}

export const themes = ['system', 'light', 'dark'] as const;
export const sidebarWidths = ['wide', 'narrow'] as const;
export const densities = ['comfortable', 'compact'] as const;
export const zones = ['local', 'utc'] as const;
export const facetVisibilities = ['hidden', 'shown'] as const;

/** A user's preferences, the same in every browser. */
export interface Preferences {
  theme: (typeof themes)[number];
  /** Single letters are shortcuts. */
  letterKeys: boolean;
  /** Sidebar with labels or icons only. */
  sidebar: (typeof sidebarWidths)[number];
  /** Row height of lists. */
  density: (typeof densities)[number];
  /** In which exact times are shown. */
  zone: (typeof zones)[number];
  /** Beside lists. */
  facets: (typeof facetVisibilities)[number];
  /** For lists of issues; `null` until the user selects some. */
  issueColumns: string[] | null;
  /** For lists of events, as keys of the search; `null` until the user selects some. */
  eventColumns: string[] | null;
  /** A page of issues has so many. */
  issueRows: number | null;
}

/** Only the given fields change. */
export type PreferencesChange = { [Name in keyof Preferences]?: NonNullable<Preferences[Name]> };

/** A session of a user. */
export interface SessionView {
  id: string;
  /** `Firefox on Linux`. */
  browser: string;
  address: string | null;
  createdAtMs: number;
  lastSeenAtMs: number;
  method: SignInMethod;
  /** Name of the only organization that it reaches; `null`: all of the user's. */
  organization: string | null;
  /** Whether it is the session of this request. */
  isThis: boolean;
}

/** How an account is guarded beside its password. */
export interface SecondFactorView {
  /** When two-factor authentication was turned on; `null`: it is off. */
  enabledAtMs: number | null;
  recoveryCodesLeft: number;
  passkeys: { id: string; label: string; createdAtMs: number; lastUsedAtMs: number | null }[];
  /** Why there can be no passkeys at the address of this server, or `null`. */
  passkeyProblem: string | null;
}

/** An organization's identity provider, as its owners see it. */
export interface IdentityProviderView {
  /** To be registered at the provider. */
  redirectAddress: string;
  /** `records`: the TXT records that would prove those domains that are not proved yet. */
  provider:
    | (Pick<IdentityProvider, 'name' | 'issuer' | 'clientId' | 'domains' | 'role'> & {
        records: { domain: string; name: string; value: string }[];
      })
    | null;
}

export interface SignInProvider {
  organizationId: OrganizationId;
  /** Its slug. */
  organization: string;
  name: string;
}

/** An identity provider of an organization that the viewer belongs to. */
export interface ConnectionView extends SignInProvider {
  isConnected: boolean;
}

export interface InvitationView {
  id: number;
  email: string;
  role: Role;
  /** `null`: the user no longer exists. */
  invitedBy: string | null;
  createdAtMs: number;
  expiresAtMs: number;
}

/** The invitation as its holder sees it. */
export interface InvitationPreview {
  organization: string;
  role: Role;
  email: string;
  invitedBy: string | null;
  /** The address has an account already: sign in with it to take the invitation. */
  hasAccount: boolean;
}

export interface AuditFilter {
  userId: UserId | null;
  action: AuditAction | null;
  cursor: string | null;
  count: number;
}

export interface AuditPage {
  /** `user`: the user's name, or `null` for the command line. */
  entries: (Omit<AuditEntry, 'organizationId'> & { user: string | null })[];
  nextCursor: string | null;
}

export interface OrganizationView {
  id: OrganizationId;
  slug: string;
  name: string;
  createdAtMs: number;
  role: Role;
  /** Whether links to its issues may be made, and open. */
  sharesIssues: boolean;
}

/** A member of an organization. */
export interface MemberView {
  userId: UserId;
  email: string;
  name: string;
  role: Role;
  /** When the account was made. */
  createdAtMs: number;
  /** Slugs of the teams they are in. */
  teams: string[];
}

export interface TeamView {
  id: TeamId;
  /** Its slug. */
  organization: string;
  slug: string;
  name: string;
  createdAtMs: number;
  members: { userId: UserId; name: string; email: string; role: Role }[];
  projects: { id: ProjectId; slug: string; name: string; platform: string }[];
  isMember: boolean;
}
