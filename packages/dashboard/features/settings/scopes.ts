import type { Scope } from '@seismo/server';

/** The scopes of a token, grouped by subject. */
export const tokenScopes = [
  'org:read',
  'org:write',
  'org:admin',
  'project:read',
  'project:write',
  'project:admin',
  'event:read',
  'event:write',
  'event:admin',
  'member:read',
  'member:write',
  'team:read',
  'project:releases',
  'org:ci',
  'error-code:read',
] as const satisfies readonly Scope[];

/** Enough for sentry-cli and the bundler plugins. */
export const defaultScopes: readonly Scope[] = ['org:read', 'project:read', 'project:releases'];
