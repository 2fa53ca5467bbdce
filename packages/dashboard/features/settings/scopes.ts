import type { Scope } from '@seismo/server';

/** What a token may be given, the usual first. */
export const tokenScopes = [
  'org:read',
  'project:read',
  'project:write',
  'project:releases',
  'org:ci',
  'event:read',
  'event:write',
  'error-code:read',
  'team:read',
  'member:read',
  'org:write',
  'project:admin',
  'event:admin',
  'member:write',
  'org:admin',
] as const satisfies readonly Scope[];

/** Enough for sentry-cli and the bundler plugins. */
export const usualScopes: readonly Scope[] = ['org:read', 'project:read', 'project:releases'];
