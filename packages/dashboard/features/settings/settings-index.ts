import type { PermissionName } from '@seismo/server';

/** A settings page or a section of one, found by its name or by other words. */
export interface SettingEntry {
  /** The path within the organization; for projects, the part after the project. */
  path: string;
  name: string;
  /** The page's name if this is a section of it. */
  page: string | null;
  words: string;
  /** Without permission the page has no content. */
  permission?: PermissionName;
}

const page = (path: string, name: string, words = '', permission?: PermissionName): SettingEntry => ({
  path,
  name,
  page: null,
  words,
  ...(permission && { permission }),
});
const part = (path: string, on: string, name: string, words = '', permission?: PermissionName): SettingEntry => ({
  ...page(path, name, words, permission),
  page: on,
});

/** All settings of the user and the organization, in the order of the navigation. */
export const settingEntries: readonly SettingEntry[] = [
  page('/settings', 'Projects', 'keys dsn platform', 'project'),
  page('/settings/organizations', 'Organizations', 'rename switch slug'),
  part('/settings/organizations', 'Organizations', 'New organization', 'create', 'createOrganization'),
  part(
    '/settings/organizations',
    'Organizations',
    'Share links',
    'sharing public issues without account',
    'updateOrganization',
  ),
  part('/settings/organizations', 'Organizations', 'Leave or delete an organization', 'remove'),
  page('/settings/members', 'Members', 'people users roles', 'members'),
  part('/settings/members', 'Members', 'Invite', 'add people invitation link', 'invite'),
  part('/settings/members', 'Members', 'Roles', 'owner admin member viewer support rights permissions', 'members'),
  page('/settings/teams', 'Teams', 'groups', 'teams'),
  page('/settings/sign-on', 'Single sign-on', 'sso oidc openid provider', 'saveIdentityProvider'),
  page('/settings/tokens', 'API tokens', 'auth scopes sentry-cli'),
  page('/settings/account', 'Account', 'profile theme'),
  part('/settings/account', 'Account', 'Name', 'profile'),
  part('/settings/account', 'Account', 'Password', 'change'),
  part('/settings/account', 'Account', 'Two-step sign-in', '2fa totp authenticator recovery codes'),
  part('/settings/account', 'Account', 'Passkeys', 'webauthn fingerprint'),
  part('/settings/account', 'Account', 'Sessions', 'sign out everywhere devices'),
  part('/settings/account', 'Account', 'Keyboard', 'shortcuts letters'),
  part('/settings/account', 'Account', 'Lists and times', 'rows density compact utc zone clock'),
  page('/settings/end-users', 'End-user data', 'gdpr privacy person erase export delete request', 'findEndUser'),
  page('/settings/audit', 'Audit log', 'history who did what export', 'auditLog'),
  page('/settings/server', 'Server health', 'doctor check disk certificate proxy clock versions', 'runHealthCheck'),
];

/** Everything that is set for a project, in the order of its tabs. */
export const projectSettingEntries: readonly SettingEntry[] = [
  page('/general', 'General', 'settings'),
  part('/general', 'General', 'Name, slug and platform', 'rename'),
  part('/general', 'General', 'Export', 'download ndjson envelopes move', 'exportProject'),
  part('/general', 'General', 'Delete project', 'remove', 'deleteProject'),
  page('', 'Keys', 'dsn client key rate limit disable'),
  page('/filters', 'Filters', 'inbound drop ignore'),
  part('/filters', 'Filters', 'Noise', 'browser extensions resize observer script error crawlers localhost'),
  part('/filters', 'Filters', 'Old browsers', 'legacy'),
  part('/filters', 'Filters', 'Messages, releases and addresses', 'ip ignore'),
  page('/grouping', 'Grouping rules', 'merge'),
  part('/grouping', 'Grouping rules', 'Fingerprint rules', ''),
  part('/grouping', 'Grouping rules', 'Stack-trace rules', 'in app frames'),
  page('/privacy', 'Privacy', 'scrubbing pii data'),
  part('/privacy', 'Privacy', 'Secrets', 'passwords scrub mask'),
  part('/privacy', 'Privacy', 'User IP addresses', 'gdpr'),
  page('/limits', 'Limits', 'quota'),
  part('/limits', 'Limits', 'Spike protection', 'flood'),
  part('/limits', 'Limits', 'Daily data limit', 'bytes quota disk'),
  part('/limits', 'Limits', 'Retention', 'age days delete old events attachments sessions'),
  part('/limits', 'Limits', 'Sampling', 'rate share'),
  page('/source-maps', 'Source maps', 'uploads artifacts debug ID minified'),
  page('/environments', 'Environments', 'hide production staging'),
  page('/ownership', 'Ownership rules', 'codeowners assign'),
  page('/source', 'Source code', 'github gitlab links mapping repository'),
];

/** Where a project's settings begin. */
export const settingsOfProject = (slug: string) => `/settings/projects/${encodeURIComponent(slug)}/general` as const;

export interface FoundSetting {
  href: string;
  name: string;
  /** The page and project it belongs to. */
  detail: string;
}

const FOUND_COUNT_MAX = 12;

/** Settings whose names or keywords contain every word; of project settings, those of `here` first. */
export function findSettings(
  text: string,
  projects: readonly { slug: string; name: string }[],
  here: string | null,
  /** Actions without permission. */
  off: readonly PermissionName[] = [],
): FoundSetting[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const fits = (entry: SettingEntry, more = '') => {
    if (entry.permission && off.includes(entry.permission)) return false;
    const entryText = `${entry.name} ${entry.page ?? ''} ${entry.words} ${more}`.toLowerCase();
    return words.every((word) => entryText.includes(word));
  };
  const ordered = [...projects].sort((one, other) => Number(other.slug === here) - Number(one.slug === here));
  return [
    ...settingEntries
      .filter((entry) => fits(entry))
      .map(({ path, name, page: on }) => ({ href: path, name, detail: on ?? 'Settings' })),
    ...ordered.flatMap((project) =>
      projectSettingEntries
        .filter((entry) => fits(entry, project.name))
        .map(({ path, name, page: on }) => ({
          href: `/settings/projects/${encodeURIComponent(project.slug)}${path}`,
          name,
          detail: [project.name, on].filter(Boolean).join(', '),
        })),
    ),
  ].slice(0, FOUND_COUNT_MAX);
}
