import { settingPages } from '#features/settings/settings-index.ts';
import { ranges } from '#shell/context-bar/time-range.ts';

/**
 * Maps Sentry's page URLs, as used by its tools and in old links, to ours. They name the organization and number issues.
 */
export function pathOfSentry(pathname: string, search = ''): { path: string; organization: string | null } | null {
  const path = pathname.replace(/^\/orgredirect\//, '/').replace(/\/+$/, '');
  const [, named = null, rest = ''] = /^\/organizations\/([\w:-]+)(?:\/(.*))?$/.exec(path) ?? [];
  // sentry-cli opens `/orgredirect/organizations/:orgslug/…`, in these words.
  const organization = named?.startsWith(':') ? null : named;
  if (named !== null) return found(organization, pagesOfOrganization, rest, search);
  const [, slug = null, page = ''] = /^\/settings\/([\w-]+)(?:\/(.*))?$/.exec(path) ?? [];
  if (slug === null || ours.has(slug)) return slug === 'account' ? found(null, pagesOfAccount, page, '') : null;
  return found(slug, pagesOfSettings, page, '');
}

type Page = [path: RegExp, ours: (...names: string[]) => string];

/** Our own settings pages, which win over an organization of the same name. */
const ours = new Set(['projects', ...settingPages.map(({ path }) => path.split('/')[2] ?? '')]);

const pagesOfSettings: Page[] = [
  [/^$/, () => '/settings'],
  [/^(?:auth-tokens|api-keys)(?:\/.+)?$/, () => '/settings/tokens'],
  [/^members(?:\/.+)?$/, () => '/settings/members'],
  [/^teams(?:\/.+)?$/, () => '/settings/teams'],
  [/^audit-log$/, () => '/settings/audit'],
  [/^auth$/, () => '/settings/sign-on'],
  [/^projects\/([\w-]+)$/, (project) => `/settings/projects/${project}/general`],
  [/^projects\/([\w-]+)\/keys(?:\/.+)?$/, (project) => `/settings/projects/${project}`],
  [/^projects\/([\w-]+)\/filters(?:\/.+)?$/, (project) => `/settings/projects/${project}/filters`],
  [/^projects\/([\w-]+)\/issue-grouping$/, (project) => `/settings/projects/${project}/grouping`],
  [/^projects\/([\w-]+)\/security-and-privacy(?:\/.+)?$/, (project) => `/settings/projects/${project}/privacy`],
  [/^projects\/([\w-]+)\/environments(?:\/.+)?$/, (project) => `/settings/projects/${project}/environments`],
  [/^projects\/([\w-]+)\/ownership$/, (project) => `/settings/projects/${project}/ownership`],
  [/^projects\/([\w-]+)\/source-maps(?:\/.+)?$/, (project) => `/settings/projects/${project}/source-maps`],
];

const pagesOfAccount: Page[] = [
  [/^details$/, () => '/settings/account'],
  [/^(?:security|authorizations)(?:\/.+)?$/, () => '/settings/security'],
  [/^api\/auth-tokens(?:\/.+)?$/, () => '/settings/tokens'],
];

const pagesOfOrganization: Page[] = [
  [/^(?:issues)?$/, () => '/issues'],
  [/^(?:issues\/)?feedback$/, () => '/feedback'],
  // How the API numbers feedback among issues.
  [/^issues\/1(\d{15})$/, (feedback) => `/feedback/${Number(feedback)}`],
  [/^issues\/[\w-]+-0(\d{1,15})$/, (feedback) => `/feedback/${Number(feedback)}`],
  [/^issues\/([\w-]+)(?:\/events)?$/, (issue) => `/issues/${issue}`],
  [/^issues\/([\w-]+)\/events\/(?:latest|recommended)$/, (issue) => `/issues/${issue}`],
  [/^issues\/([\w-]+)\/events\/([\w-]+)$/, (issue, event) => `/issues/${issue}/events/${event}`],
  [/^(?:explore\/)?traces$/, () => '/traces'],
  [/^performance$/, () => '/traces/performance'],
  [/^(?:(?:explore\/)?traces|performance)\/trace\/([0-9a-f]{32})$/, (trace) => `/traces/${trace}`],
  [/^releases$/, () => '/releases'],
  [/^releases\/([^/]+)$/, (version) => `/releases/${version}`],
  [/^projects$/, () => '/projects'],
  [/^projects\/([\w-]+)$/, (project) => `/projects/${project}`],
  [/^stats$/, () => '/stats'],
  [/^settings(?:\/(.*))?$/, (page) => pageFor(pagesOfSettings, page ?? '') ?? '/settings'],
];

function found(organization: string | null, pages: Page[], rest: string, search: string) {
  const path = pageFor(pages, rest);
  return path === null ? null : { path: path + ourSearch(search), organization };
}

function pageFor(pages: Page[], rest: string): string | null {
  for (const [pattern, page] of pages) {
    const names = pattern.exec(rest);
    if (names) return page(...names.slice(1));
  }
  return null;
}

/** The search, projects, environments and time range of a Sentry URL. */
function ourSearch(search: string): string {
  const [theirs, params] = [new URLSearchParams(search), new URLSearchParams()];
  const query = theirs.get('query');
  if (query !== null) params.set('query', query);
  for (const name of ['project', 'environment']) {
    for (const value of theirs.getAll(name)) if (value !== '' && value !== '-1') params.append(name, value);
  }
  const range = ranges.find((name) => name === theirs.get('statsPeriod'));
  if (range) params.set('range', range);
  for (const [from, to] of [
    ['start', 'from'],
    ['end', 'to'],
  ] as const) {
    const timestamp = theirs.get(from);
    if (timestamp !== null) params.set(to, timestamp);
  }
  return params.size === 0 ? '' : `?${params.toString()}`;
}
