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

interface Preset {
  /** In links: `/settings/tokens?for=source-maps`. */
  id: string;
  name: string;
  note: string;
  scopes: readonly Scope[];
}

/** What a token is for. Pages that need a token link to their preset. */
export const tokenPresets: readonly Preset[] = [
  {
    id: 'source-maps',
    name: 'Source maps and releases from CI',
    note: 'For sentry-cli and bundler plugins. The token cannot read events.',
    scopes: ['org:ci'],
  },
  {
    id: 'releases',
    name: 'sentry-cli with Sentry’s recommended scopes',
    note: 'It also reads organizations and projects.',
    scopes: ['org:read', 'project:read', 'project:releases'],
  },
  {
    id: 'read',
    name: 'Read issues and events',
    note: 'For scripts, dashboards and assistants.',
    scopes: ['org:read', 'project:read', 'event:read', 'member:read', 'team:read'],
  },
  { id: 'custom', name: 'Custom scopes', note: 'Select them below.', scopes: [] },
];

export const tokenHref = (preset: 'source-maps') => `/settings/tokens?for=${preset}#new-token` as const;
