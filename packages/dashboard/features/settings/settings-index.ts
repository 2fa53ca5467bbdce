import type { PermissionName } from '@seismo/server';
import { slugOf } from '#ui/slug-of.ts';

export const settingLevels = { personal: 'Personal', organization: 'Organization', project: 'Project' } as const;
export type SettingLevel = keyof typeof settingLevels;

interface Control {
  /** As it is written on the page: the title of a section, or the label of a field. */
  name: string;
  /** Other words that find it. */
  words: string;
  permission?: PermissionName;
}

/** A settings page and the controls on it. Navigation, search and palette are derived from it. */
export interface SettingPage {
  level: SettingLevel;
  /** For projects, the part after the project. */
  path: string;
  name: string;
  words: string;
  /** Without this permission the page has no content. */
  permission?: PermissionName;
  controls: readonly Control[];
}

const control = (name: string, words = '', permission?: PermissionName): Control => ({
  name,
  words,
  ...(permission && { permission }),
});

/** All settings pages, in the order of the navigation. */
export const settingPages: readonly SettingPage[] = [
  {
    level: 'personal',
    path: '/settings/account',
    name: 'Account',
    words: 'profile email',
    controls: [control('Name', 'rename profile')],
  },
  {
    level: 'personal',
    path: '/settings/preferences',
    name: 'Preferences',
    words: 'appearance',
    controls: [
      control('Theme', 'dark light system colors'),
      control('List density', 'rows compact comfortable height'),
      control('Time zone', 'times utc local clock'),
      control('Enable single-letter shortcuts', 'keyboard keys letters'),
    ],
  },
  {
    level: 'personal',
    path: '/settings/notifications',
    name: 'Notifications',
    words: 'email messages subscribe unsubscribe',
    controls: [
      control('Email notifications', 'alerts assigned mentions comments status at once daily off mute'),
      control('Daily messages', 'time zone summary'),
      control('Weekly report', 'monday summary'),
      control('Projects that differ', 'exceptions project'),
      control('Browser notifications', 'push desktop phone'),
      control('Slack', 'link account buttons'),
    ],
  },
  {
    level: 'personal',
    path: '/settings/security',
    name: 'Sign-in and security',
    words: 'login devices',
    controls: [
      control('Password', 'change login'),
      control('Two-step sign-in', '2fa two-factor mfa totp authenticator recovery codes'),
      control('Passkeys', 'webauthn fingerprint security key'),
      control('Sessions', 'devices browsers signed in log out everywhere'),
    ],
  },
  {
    level: 'personal',
    path: '/settings/tokens',
    name: 'API tokens',
    words: 'auth sentry-cli access keys',
    controls: [
      control('New token', 'create api key sentry_auth_token source maps ci'),
      control('Scopes', 'permissions org:ci token'),
    ],
  },
  {
    level: 'organization',
    path: '/settings/organizations',
    name: 'General',
    words: 'organization switch',
    controls: [
      control('Slug', 'organization url rename sentry-cli'),
      control('Allow share links to issues', 'sharing public without account', 'updateOrganization'),
      control('New organization', 'create', 'createOrganization'),
      control('Leave organization', 'quit exit'),
      control('Delete organization', 'remove', 'deleteOrganization'),
    ],
  },
  {
    level: 'organization',
    path: '/settings/members',
    name: 'Members',
    words: 'users people accounts',
    permission: 'members',
    controls: [
      control('Invite', 'add member user people invitation link', 'invite'),
      control('Roles', 'owner admin member viewer support rights permissions'),
    ],
  },
  {
    level: 'organization',
    path: '/settings/teams',
    name: 'Teams',
    words: 'groups',
    permission: 'teams',
    controls: [control('New team', 'create add', 'createTeam')],
  },
  {
    level: 'organization',
    path: '/settings/sign-on',
    name: 'Single sign-on',
    words: 'sso oidc openid connect provider okta entra google',
    permission: 'saveIdentityProvider',
    controls: [
      control('Redirect URL', 'callback sso'),
      control('Issuer', 'sso provider url'),
      control('Client ID', 'sso'),
      control('Client secret', 'sso'),
      control('Domains', 'sso email verify'),
      control('Role of new accounts', 'sso'),
    ],
  },
  {
    level: 'organization',
    path: '/settings/end-users',
    name: 'End-user data',
    words: 'gdpr privacy',
    permission: 'findEndUser',
    controls: [
      control('Find an end user', 'gdpr export erase delete request person'),
      control('Deletions', 'gdpr erased'),
    ],
  },
  {
    level: 'organization',
    path: '/settings/audit',
    name: 'Audit log',
    words: 'history who did what export',
    permission: 'auditLog',
    controls: [],
  },
  {
    level: 'organization',
    path: '/settings/server',
    name: 'Server health',
    words: 'doctor disk certificate proxy clock versions',
    permission: 'runHealthCheck',
    controls: [control('Checks', 'doctor run'), control('Backups', 'copy restore schedule')],
  },
  {
    level: 'project',
    path: '/general',
    name: 'General',
    words: 'project',
    controls: [
      control('Name', 'rename project'),
      control('Slug', 'rename project url'),
      control('Platform', 'language framework sdk'),
      control('Export', 'download ndjson envelopes move', 'exportProject'),
      control('Delete project', 'remove', 'deleteProject'),
    ],
  },
  {
    level: 'project',
    path: '',
    name: 'Client keys',
    words: '',
    controls: [
      control('DSN', 'client key url'),
      control('Rate limit', 'key quota events per minute', 'updateKey'),
      control('New key', 'create dsn', 'createKey'),
    ],
  },
  {
    level: 'project',
    path: '/filters',
    name: 'Filters',
    words: 'inbound drop discard ignore noise',
    controls: [
      control('Browser extensions', 'filter noise'),
      control('ResizeObserver notices', 'filter noise'),
      control('Cross-origin script errors', 'filter script error noise'),
      control('Next.js control flow', 'filter redirect not-found'),
      control('Crawlers', 'filter bots spiders'),
      control('Developer machines', 'filter localhost'),
      control('Old browsers', 'filter legacy versions'),
      control('Error messages', 'filter ignore'),
      control('Releases', 'filter ignore versions'),
      control('IP addresses', 'filter block ignore'),
      control('Sampling', 'sample rate share keep percent'),
    ],
  },
  {
    level: 'project',
    path: '/grouping',
    name: 'Grouping rules',
    words: 'merge',
    controls: [control('Fingerprint rules', 'group'), control('Stack-trace rules', 'in-app in app frames group')],
  },
  {
    level: 'project',
    path: '/privacy',
    name: 'Privacy',
    words: 'scrubbing pii data',
    controls: [
      control('Secrets', 'passwords tokens scrub mask'),
      control('User IP addresses', 'gdpr shorten store anonymize'),
      control('Always remove', 'sensitive fields keys scrub'),
      control('Never remove', 'safe fields keys'),
      control('Rules', 'scrub mask hash'),
    ],
  },
  {
    level: 'project',
    path: '/limits',
    name: 'Limits',
    words: 'quota',
    controls: [
      control('Spike protection', 'flood burst'),
      control('Daily data limit', 'bytes gigabytes quota disk'),
      control('Retention', 'age days delete old events'),
      control('Kept traces', 'sample rate spans share errors slow'),
      control('Days of events', 'retention'),
      control('Days of attachments', 'retention'),
      control('Days of sessions', 'retention'),
    ],
  },
  {
    level: 'project',
    path: '/source-maps',
    name: 'Source maps',
    words: 'uploads artifacts debug id minified',
    controls: [control('Upload source maps', 'sentry-cli vite token')],
  },
  {
    level: 'project',
    path: '/environments',
    name: 'Environments',
    words: 'hide production staging',
    controls: [],
  },
  {
    level: 'project',
    path: '/ownership',
    name: 'Ownership rules',
    words: 'codeowners assign',
    controls: [
      control('Assign new issues automatically', 'owner assignee'),
      control('Import CODEOWNERS', 'github gitlab owners', 'saveConfiguration'),
    ],
  },
  {
    level: 'project',
    path: '/source',
    name: 'Source code',
    words: 'github gitlab links mapping repository',
    controls: [],
  },
];

/** Everything with a permission, for `denied`. */
export const settingPermissions = settingPages.flatMap(({ controls, ...page }) => [page, ...controls]);

/** Where a project's settings begin. */
export const settingsOfProject = (slug: string) => `/settings/projects/${encodeURIComponent(slug)}/general` as const;

/** The URL of a page; of a project's page, within the given project. */
export const settingHref = ({ level, path }: Pick<SettingPage, 'level' | 'path'>, project: string) =>
  level === 'project' ? `/settings/projects/${encodeURIComponent(project)}${path}` : path;

/** The fragment of a URL that `RevealSetting` looks for. */
export const anchorOf = (name: string): string => slugOf(name);

export interface FoundSetting {
  href: string;
  name: string;
  /** The page, and the project or organization it belongs to. */
  detail: string;
}

interface SearchedProject {
  slug: string;
  name: string;
}

const FOUND_COUNT_MAX = 12;
const SIMILAR_COUNT_MAX = 5;
/** Words that agree in so many first letters are similar. */
const SIMILAR_CHARS_MIN = 4;

interface Candidate extends FoundSetting {
  text: string;
}

/** Settings in which every word occurs, best first; each one once, for the selected project or the one that is named. */
export function findSettings(
  text: string,
  projects: readonly SearchedProject[],
  selected: string | null,
  /** Actions without permission. */
  off: readonly PermissionName[] = [],
): FoundSetting[] {
  const words = wordsOf(text);
  if (words.length === 0) return [];
  return candidates(words, projects, selected, off)
    .filter(({ text: own }) => words.every((word) => own.includes(word)))
    .map((found) => ({ found, rank: rankOf(found, words.join(' ')) }))
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, FOUND_COUNT_MAX)
    .map(({ found: { text: _text, ...found } }) => found);
}

/** Settings that share a word, or most of one, with a text that finds none. */
export function similarSettings(...search: Parameters<typeof findSettings>): FoundSetting[] {
  const words = wordsOf(search[0]).filter((word) => word.length >= SIMILAR_CHARS_MIN);
  return candidates(words, search[1], search[2], search[3])
    .filter(({ text }) =>
      words.some((word) => text.split(/\W+/).some((own) => own.startsWith(word.slice(0, SIMILAR_CHARS_MIN)))),
    )
    .slice(0, SIMILAR_COUNT_MAX)
    .map(({ text: _text, ...found }) => found);
}

const wordsOf = (text: string) => text.toLowerCase().split(/\s+/).filter(Boolean);

/** A name that is the text, begins with it, has it; then other words. */
function rankOf({ name }: FoundSetting, text: string): number {
  const own = name.toLowerCase();
  return own === text ? 0 : own.startsWith(text) ? 1 : own.includes(text) ? 2 : 3;
}

function candidates(
  words: readonly string[],
  projects: readonly SearchedProject[],
  selected: string | null,
  off: readonly PermissionName[] = [],
): Candidate[] {
  const isNamed = ({ slug, name }: SearchedProject) =>
    words.some((word) => word === slug.toLowerCase() || wordsOf(name).includes(word));
  const project = projects.find(isNamed) ?? projects.find(({ slug }) => slug === selected) ?? projects[0];
  const isAllowed = ({ permission }: { permission?: PermissionName }) => !permission || !off.includes(permission);
  return settingPages
    .filter((page) => isAllowed(page) && (page.level !== 'project' || project))
    .flatMap((page) => {
      const of = page.level === 'project' ? project!.name : settingLevels[page.level];
      const href = settingHref(page, project?.slug ?? '');
      const more = page.level === 'project' ? `${project!.name} ${project!.slug}` : `${of} settings`;
      const ofPage = { href, name: page.name, detail: of, text: `${page.name} ${page.words} ${more}`.toLowerCase() };
      const ofControls = page.controls.filter(isAllowed).map(({ name, words: others }) => ({
        href: `${href}#${anchorOf(name)}`,
        name,
        detail: `${of}, ${page.name}`,
        text: `${name} ${others} ${page.name} ${more}`.toLowerCase(),
      }));
      return [ofPage, ...ofControls];
    });
}
