import type { OrganizationId, UserId } from '@seismo/protocol';
import type { Role } from './role.ts';
import { Refusal } from '#platform/refusal.ts';

/** The authenticated user or token. Every query and command takes a viewer first and checks permissions itself. */
export interface Viewer {
  userId: UserId | null;
  memberships: { organizationId: OrganizationId; role: Role }[];
  /** `null`: all scopes of the role (a user in the dashboard). A list: at most these (an API token). */
  scopes: readonly Scope[] | null;
  /** The organization that the session or token is confined to; `null` for one of the account itself. */
  boundTo: OrganizationId | null;
}

/** Sentry's names, so that tokens made for its tools mean the same here. */
export const scopes = [
  'org:read',
  'org:write',
  'org:admin',
  'project:read',
  'project:write',
  'project:admin',
  'project:releases',
  'event:read',
  'event:write',
  'event:admin',
  'team:read',
  'team:write',
  'member:read',
  'member:write',
  'org:ci',
  // Our own scope: looking up error codes, and nothing else.
  'error-code:read',
] as const;
export type Scope = (typeof scopes)[number];

/** A required scope, or any of several. */
export type Permission = Scope | readonly Scope[];

/**
 * `org:ci` is Sentry's scope for build machines: it uploads source maps, creates releases and lists both, and nothing
 * else.
 */
export const readsReleases = ['project:read', 'project:releases', 'org:ci'] as const satisfies Permission;
/** The content of uploads: source code, which a build machine need not read. */
export const readsSources = ['project:read', 'project:releases'] as const satisfies Permission;
export const writesReleases = ['project:releases', 'project:write', 'org:ci'] as const satisfies Permission;

/** The permissions of each role, for users and tokens alike. */
export const roleScopes: Record<Role, readonly Scope[]> = {
  support: ['error-code:read'],
  viewer: ['error-code:read', 'org:read', 'project:read', 'event:read', 'team:read', 'member:read'],
  member: [
    'error-code:read',
    'org:read',
    'org:ci',
    'project:read',
    'project:releases',
    'event:read',
    'event:write',
    'team:read',
    'member:read',
  ],
  admin: [
    'error-code:read',
    'org:read',
    'org:write',
    'org:ci',
    'project:read',
    'project:write',
    'project:admin',
    'project:releases',
    'event:read',
    'event:write',
    'event:admin',
    'team:read',
    'team:write',
    'member:read',
    'member:write',
  ],
  owner: scopes,
};

/** A viewer without any access. */
export const anonymous: Viewer = { userId: null, memberships: [], scopes: [], boundTo: null };

/** Scopes of a token; all scopes for a user. */
export function roleMay(role: Role, permission: Permission, allowed: readonly Scope[] | null = null): boolean {
  return [permission]
    .flat()
    .some((scope) => roleScopes[role].includes(scope) && (allowed === null || allowed.includes(scope)));
}

export function can(viewer: Viewer, permission: Permission, organizationId: OrganizationId): boolean {
  const membership = viewer.memberships.find((candidate) => candidate.organizationId === organizationId);
  return membership !== undefined && roleMay(membership.role, permission, viewer.scopes);
}

/** Organizations in which the viewer has this permission. Anything outside them does not exist for the viewer. */
export function organizationsFor(viewer: Viewer, permission: Permission): OrganizationId[] {
  return viewer.memberships.map((membership) => membership.organizationId).filter((id) => can(viewer, permission, id));
}

/**
 * Throws `not-found` for an organization that the viewer cannot see (its existence is not revealed), `forbidden` for
 * one that the viewer can see but not use in this way.
 */
export function requirePermission(
  viewer: Viewer,
  permission: Permission,
  organizationId: OrganizationId,
  what: string,
): void {
  if (can(viewer, permission, organizationId)) return;
  if (viewer.memberships.some((membership) => membership.organizationId === organizationId)) {
    throw new Refusal(
      'forbidden',
      `You can see this ${what} but not change it. The change needs the scope ${[permission].flat().join(' or ')}. Ask an owner of the organization.`,
    );
  }
  throw new Refusal('not-found', `No ${what} with this name or ID exists, or you do not have access to it.`);
}

/**
 * The user's sessions and tokens that the viewer may list and end; for a confined viewer, only those with the same
 * confinement.
 */
export function withinReach<T extends { organizationId: OrganizationId | null }>({ boundTo }: Viewer, all: T[]): T[] {
  return all.filter(({ organizationId }) => boundTo === null || organizationId === boundTo);
}

/**
 * The only match for a name. A name that several of the viewer's organizations use has no match: the caller must name
 * the organization (`within`).
 */
export function onlyOne<T>(named: readonly T[], what: string): T | null {
  if (named.length <= 1) return named[0] ?? null;
  throw new Refusal(
    'invalid',
    `Several of your organizations use this name for a different ${what}. Name the organization too, or use the numeric ID.`,
  );
}

/** The organization in which something new is made, which has no name to find it by yet. `null`: the viewer is in none. */
export function onlyOrganization(viewer: Viewer, permission: Permission): OrganizationId | null {
  const [mayIn, isIn] = [organizationsFor(viewer, permission), viewer.memberships];
  if (mayIn.length <= 1) return mayIn[0] ?? isIn[0]?.organizationId ?? null;
  throw new Refusal('invalid', 'You belong to several organizations. Name the organization for this request.');
}

/** Checked first, so that anonymous requests learn nothing. */
export function requireSignedIn(viewer: Viewer): void {
  if (viewer.userId !== null || viewer.scopes === null) return;
  throw new Refusal('not-signed-in', 'Sign in first.');
}

/** A user's tokens and password are closed to tokens: a leaked one must not extend its own access. */
export function requirePersonalSession(viewer: Viewer): UserId {
  requireSignedIn(viewer);
  if (viewer.userId !== null && viewer.scopes === null) return viewer.userId;
  throw new Refusal('forbidden', 'API tokens cannot do this. Sign in to the dashboard instead.');
}

/**
 * Changes of the account itself (its name, password, passkeys, second factor, organizations) are refused to a session
 * that an organization's identity provider began: the account reaches further than that organization.
 */
export function requireAccountSession(viewer: Viewer): UserId {
  const userId = requirePersonalSession(viewer);
  if (viewer.boundTo === null) return userId;
  throw new Refusal(
    'forbidden',
    'You signed in through an organization’s identity provider, and that session cannot change your account. Sign in with your password, a passkey or a sign-in link first.',
  );
}
