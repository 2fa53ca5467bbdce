import type { PermissionName } from '@seismo/server';
import { navigationPages, type NavigationHref } from '#navigation';
import { settingLevels, settingPages } from '#features/settings/settings-index.ts';

interface Shortcut {
  href: `/${string}`;
  name: string;
  /** Other words that find it. */
  words: string;
  permission: PermissionName;
}

/** What only the palette knows of a page: other words that find it, and more entries of its area. */
const entries: Record<NavigationHref, { words: string; shortcuts?: readonly Shortcut[] }> = {
  '/issues': {
    words: 'errors crashes home',
    shortcuts: [
      {
        href: '/issues?query=',
        name: 'All issues, including resolved and archived',
        words: 'ignored',
        permission: 'listIssues',
      },
      {
        href: '/issues?query=is%3Aunresolved+assigned%3Ame',
        name: 'My issues',
        words: 'assigned to me mine',
        permission: 'listIssues',
      },
    ],
  },
  '/feedback': { words: 'users reports visitors said' },
  '/alerts': {
    words: 'notifications messages email deliveries',
    shortcuts: [
      { href: '/alerts?view=rules', name: 'Alert rules', words: 'notifications', permission: 'alertRules' },
      {
        href: '/alerts/rules/new',
        name: 'New alert rule',
        words: 'create notification',
        permission: 'createAlertRule',
      },
      {
        href: '/alerts?view=channels',
        name: 'Alert channels',
        words: 'notifications email chat webhook slack discord teams',
        permission: 'channels',
      },
      {
        href: '/alerts?view=maintenance',
        name: 'Maintenance windows',
        words: 'alerts silence mute deployment downtime',
        permission: 'maintenanceWindows',
      },
    ],
  },
  '/traces': {
    words: 'spans transactions waterfall requests',
    shortcuts: [
      {
        href: '/traces/performance',
        name: 'Performance',
        words: 'traces slow endpoints pages queries server actions p95 throughput',
        permission: 'listIssues',
      },
      {
        href: '/traces/explore',
        name: 'Explore spans and errors',
        words: 'query measure percentile aggregate group discover',
        permission: 'listIssues',
      },
    ],
  },
  '/projects': {
    words: 'home overview dashboard',
    shortcuts: [{ href: '/projects/new', name: 'New project', words: 'create dsn', permission: 'createProject' }],
  },
  '/releases': { words: 'versions deploys commits' },
  '/stats': { words: 'ledger outcomes dropped received dead letters replay' },
  '/settings': { words: 'preferences configuration' },
  '/error-codes': { words: 'digest support look up' },
};

/** Pages by name, with other words to find them by. */
export const pages: readonly {
  href: string;
  name: string;
  words: string;
  note?: string;
  permission?: PermissionName;
}[] = [
  ...navigationPages.flatMap((page) => {
    const { words, shortcuts = [] } = entries[page.href];
    return [{ ...page, words }, ...shortcuts];
  }),
  ...settingPages
    .filter(({ level }) => level !== 'project')
    .map(({ path: href, name, level, words, permission }) => ({
      href,
      name,
      words: `settings ${words}`,
      note: `${settingLevels[level]} settings`,
      ...(permission && { permission }),
    })),
];
