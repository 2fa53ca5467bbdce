import type { PermissionName } from '@seismo/server';
import { navigationPages } from '#navigation';
import { settingEntries } from '#features/settings/settings-index.ts';

/** Pages by name, with other words to find them by. */
export const pages: readonly {
  href: string;
  name: string;
  words: string;
  note?: string;
  permission?: PermissionName;
}[] = [
  ...navigationPages.flatMap(({ shortcuts = [], ...page }) => [page, ...shortcuts]),
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
