import type { PermissionName } from '@seismo/server';
import { navigationPages } from '#navigation';
import { settingLevels, settingPages } from '#features/settings/settings-index.ts';

/** Pages by name, with other words to find them by. */
export const pages: readonly {
  href: string;
  name: string;
  words: string;
  note?: string;
  permission?: PermissionName;
}[] = [
  ...navigationPages.flatMap(({ shortcuts = [], ...page }) => [page, ...shortcuts]),
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
