import { settingPlaces } from '#features/settings/places.ts';

/** Pages by name, with words people also call them. Only pages that exist. */
export const pages: readonly { href: string; name: string; words: string; note?: string }[] = [
  { href: '/issues', name: 'Issues', words: 'errors crashes home' },
  { href: '/issues?query=', name: 'All issues, also resolved and archived', words: 'ignored' },
  { href: '/issues?query=is%3Aunresolved+assigned%3Ame', name: 'My issues', words: 'assigned to me mine' },
  { href: '/feedback', name: 'Feedback', words: 'users reports visitors said' },
  { href: '/projects', name: 'Projects', words: 'home overview dashboard' },
  { href: '/releases', name: 'Releases', words: 'versions deploys commits' },
  { href: '/error-codes', name: 'Error codes', words: 'digest support look up' },
  { href: '/stats', name: 'Stats', words: 'ledger outcomes dropped received set aside' },
  { href: '/projects/new', name: 'New project', words: 'create dsn' },
  ...settingPlaces
    .filter(({ page }) => page === null)
    .map(({ path: href, name, words }) => ({ href, name, words: `settings ${words}`, note: 'Settings' })),
];
