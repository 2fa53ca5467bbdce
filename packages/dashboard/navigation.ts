import type { PermissionName } from '@seismo/server';
import {
  Bell,
  ChartNoAxesColumn,
  CircleDot,
  Folders,
  MessageSquareText,
  Package,
  ScanSearch,
  ChartGantt,
  Settings,
  type LucideIcon,
} from 'lucide-react';

/** A page of the app. Sidebar, bottom bar, `g` shortcuts, palette and titles are derived from it. */
interface PageEntry {
  href: `/${string}`;
  name: string;
  icon: LucideIcon;
  /** The shortcut: `g`, then this key. */
  key: string;
  /** Other words that find it in the palette. */
  words: string;
  /** Without this permission the page is not offered. */
  permission?: PermissionName;
  /** Whether phones have it in the bottom bar; the others are under "More". */
  isInBottomBar?: boolean;
  /** More palette entries of this area. */
  shortcuts?: readonly { href: `/${string}`; name: string; words: string; permission: PermissionName }[];
}

/** The areas, in the groups of the sidebar. A new page is its file and an entry here. */
export const navigationGroups = [
  {
    name: 'Triage',
    pages: [
      {
        href: '/issues',
        name: 'Issues',
        icon: CircleDot,
        key: 'i',
        words: 'errors crashes home',
        permission: 'listIssues',
        isInBottomBar: true,
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
      {
        href: '/feedback',
        name: 'Feedback',
        icon: MessageSquareText,
        key: 'f',
        words: 'users reports visitors said',
        permission: 'listIssues',
      },
      {
        href: '/alerts',
        name: 'Alerts',
        icon: Bell,
        key: 'a',
        words: 'notifications messages email deliveries',
        permission: 'alerts',
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
    ],
  },
  {
    name: 'Overview',
    pages: [
      {
        href: '/traces',
        name: 'Traces',
        icon: ChartGantt,
        key: 't',
        words: 'spans transactions performance waterfall requests',
        permission: 'listIssues',
      },
      {
        href: '/projects',
        name: 'Projects',
        icon: Folders,
        key: 'p',
        words: 'home overview dashboard',
        permission: 'project',
        shortcuts: [{ href: '/projects/new', name: 'New project', words: 'create dsn', permission: 'createProject' }],
      },
      {
        href: '/releases',
        name: 'Releases',
        icon: Package,
        key: 'r',
        words: 'versions deploys commits',
        permission: 'listIssues',
        isInBottomBar: true,
      },
      {
        href: '/stats',
        name: 'Stats',
        icon: ChartNoAxesColumn,
        key: 's',
        words: 'ledger outcomes dropped received dead letters replay',
        permission: 'listIssues',
        isInBottomBar: true,
      },
    ],
  },
  {
    name: 'Configuration',
    pages: [{ href: '/settings', name: 'Settings', icon: Settings, key: ',', words: 'preferences configuration' }],
  },
] as const satisfies readonly { name: string; pages: readonly PageEntry[] }[];

/** Pages outside the sidebar. A viewer without any area has them there. */
const tools = [
  {
    href: '/error-codes',
    name: 'Error codes',
    icon: ScanSearch,
    key: 'c',
    words: 'digest support look up',
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
