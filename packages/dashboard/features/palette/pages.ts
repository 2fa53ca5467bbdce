/** Pages by name, with words people also call them. Only pages that exist. */
export const pages = [
  { href: '/issues', name: 'Issues', words: 'errors crashes home' },
  { href: '/issues?query=', name: 'All issues, also resolved and archived', words: 'ignored' },
  { href: '/issues?query=is%3Aunresolved+assigned%3Ame', name: 'My issues', words: 'assigned to me mine' },
  { href: '/feedback', name: 'Feedback', words: 'users reports visitors said' },
  { href: '/projects', name: 'Projects', words: 'home overview dashboard' },
  { href: '/releases', name: 'Releases', words: 'versions deploys commits' },
  { href: '/error-codes', name: 'Error codes', words: 'digest support look up' },
  { href: '/stats', name: 'Stats', words: 'ledger outcomes dropped received set aside' },
  { href: '/projects/new', name: 'New project', words: 'create dsn' },
  { href: '/settings/members', name: 'Members', words: 'settings people invite invitation roles' },
  { href: '/settings/audit', name: 'Audit log', words: 'settings history who did what' },
  { href: '/settings/teams', name: 'Teams', words: 'settings people members' },
  { href: '/settings', name: 'Projects and keys', words: 'settings dsn rate limit' },
  { href: '/settings/sign-on', name: 'Single sign-on', words: 'settings oidc sso identity provider' },
  { href: '/settings/tokens', name: 'API tokens', words: 'settings scopes' },
  { href: '/settings/account', name: 'Account', words: 'settings password keyboard theme sessions two steps passkey' },
] as const;
