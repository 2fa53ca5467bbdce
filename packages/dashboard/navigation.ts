import type { PermissionName } from '@seismo/server';

/** A page of the app. Sidebar, bottom bar, `g` shortcuts, palette and titles are derived from it; every page loads it. */
interface PageEntry {
  href: `/${string}`;
  name: string;
  /** The shortcut: `g`, then this key. */
  key: string;
  /** Without this permission the page is not offered. */
  permission?: PermissionName;
  /** Whether phones have it in the bottom bar; the others are under "More". */
  isInBottomBar?: boolean;
}

/**
 * The areas, in the groups of the sidebar. A new page is its file, an entry here, its icon (`shell/page-icons.ts`) and its
 * words in the palette (`shell/palette/pages.ts`).
 */
export const navigationGroups = [
  {
    name: 'Triage',
    pages: [
      {
        href: '/issues',
        name: 'Issues',
        key: 'i',
        permission: 'listIssues',
        isInBottomBar: true,
      },
      {
        href: '/feedback',
        name: 'Feedback',
        key: 'f',
        permission: 'listIssues',
      },
      {
        href: '/alerts',
        name: 'Alerts',
        key: 'a',
        permission: 'alerts',
      },
    ],
  },
  {
    name: 'Overview',
    pages: [
      {
        href: '/traces',
        name: 'Traces',
        key: 't',
        permission: 'listIssues',
      },
      {
        href: '/projects',
        name: 'Projects',
        key: 'p',
        permission: 'project',
      },
      {
        href: '/releases',
        name: 'Releases',
        key: 'r',
        permission: 'listIssues',
        isInBottomBar: true,
      },
      {
        href: '/stats',
        name: 'Stats',
        key: 's',
        permission: 'listIssues',
        isInBottomBar: true,
      },
    ],
  },
  {
    name: 'Configuration',
    pages: [{ href: '/settings', name: 'Settings', key: ',' }],
  },
] as const satisfies readonly { name: string; pages: readonly PageEntry[] }[];

/** Pages outside the sidebar. A viewer without any area has them there. */
const tools = [
  {
    href: '/error-codes',
    name: 'Error codes',
    key: 'c',
    isInBottomBar: true,
  },
] as const satisfies readonly PageEntry[];

type Entry = (typeof navigationGroups)[number]['pages'][number] | (typeof tools)[number];
export type NavigationHref = Entry['href'];
export type NavigationPage = PageEntry & { href: NavigationHref };

/** Every page, the tools last. */
export const navigationPages: readonly NavigationPage[] = [
  ...navigationGroups.flatMap(({ pages }) => [...pages]),
  ...tools,
];

export interface NavigationGroup {
  name: string;
  pages: readonly NavigationPage[];
}

/** The groups of the sidebar. The support role has only what needs no permission, and the tools as its area. */
export function groupsFor({ isSupportOnly }: { isSupportOnly: boolean }): readonly NavigationGroup[] {
  if (!isSupportOnly) return navigationGroups;
  const settings: NavigationGroup[] = navigationGroups.map(({ name, pages }) => ({
    name,
    pages: (pages as readonly NavigationPage[]).filter(({ permission }) => permission === undefined),
  }));
  return [{ name: 'Tools', pages: tools }, ...settings.filter(({ pages }) => pages.length > 0)];
}

/** The metadata of a page. */
export const titleOf = (href: NavigationHref) => ({ title: navigationPages.find((page) => page.href === href)!.name });

const sectionOf = (path: string) => path.split('/')[1];

/** Whether a path belongs to a page, to mark its link as current. */
export const isWithin = (path: string, href: string): boolean => sectionOf(path) === sectionOf(href);
