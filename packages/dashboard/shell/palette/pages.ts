import type { PermissionName } from '@seismo/server';
import { settingEntries } from '#features/settings/settings-index.ts';

/** Pages by name, with other words to find them by. */
export const pages: readonly {
  href: string;
  name: string;
  words: string;
  note?: string;
  permission?: PermissionName;
}[] = [
  { href: '/issues', name: 'Issues', words: 'errors crashes home', permission: 'listIssues' },
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
  { href: '/feedback', name: 'Feedback', words: 'users reports visitors said', permission: 'listIssues' },
  { href: '/projects', name: 'Projects', words: 'home overview dashboard', permission: 'project' },
  { href: '/releases', name: 'Releases', words: 'versions deploys commits', permission: 'listIssues' },
  { href: '/error-codes', name: 'Error codes', words: 'digest support look up' },
  {
    href: '/stats',
    name: 'Stats',
    words: 'ledger outcomes dropped received dead letters replay',
    permission: 'listIssues',
  },
  { href: '/projects/new', name: 'New project', words: 'create dsn', permission: 'createProject' },
  ...settingEntries
    .filter(({ page }) => page === null)
    .map(({ path: href, name, words, permission }) => ({
      href,
      name,
      words: `settings ${words}`,
      note: 'Settings',
      ...(permission && { permission }),
    })),
];
