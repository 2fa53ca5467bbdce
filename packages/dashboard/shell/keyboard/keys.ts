import type { PermissionName } from '@seismo/server';

export type Scope = 'everywhere' | 'lists' | 'issue';

export interface Command {
  /** Elements with `data-command="<id>"` answer to it. */
  id: string;
  label: string;
}

export interface Key extends Command {
  /** As tinykeys reads it. */
  keys: string;
  scope: Scope;
  /** A page it opens, instead of an element that answers. */
  href?: string;
  /** Who may not do this is told so. */
  permission?: PermissionName;
}

/** Every key of the dashboard, once: the handler, the sheet (`?`) and the tests read this list. */
export const keys: readonly Key[] = [
  { id: 'palette', keys: '$mod+k', label: 'Find anything', scope: 'everywhere' },
  { id: 'search', keys: '/', label: 'Search issues', scope: 'everywhere' },
  {
    id: 'go-issues',
    keys: 'g i',
    label: 'Go to issues',
    scope: 'everywhere',
    href: '/issues',
    permission: 'listIssues',
  },
  {
    id: 'go-projects',
    keys: 'g p',
    label: 'Go to projects',
    scope: 'everywhere',
    href: '/projects',
    permission: 'project',
  },
  {
    id: 'go-feedback',
    keys: 'g f',
    label: 'Go to feedback',
    scope: 'everywhere',
    href: '/feedback',
    permission: 'listIssues',
  },
  {
    id: 'go-releases',
    keys: 'g r',
    label: 'Go to releases',
    scope: 'everywhere',
    href: '/releases',
    permission: 'listIssues',
  },
  { id: 'go-stats', keys: 'g s', label: 'Go to stats', scope: 'everywhere', href: '/stats', permission: 'listIssues' },
  { id: 'go-codes', keys: 'g c', label: 'Go to error codes', scope: 'everywhere', href: '/error-codes' },
  { id: 'go-settings', keys: 'g ,', label: 'Go to settings', scope: 'everywhere', href: '/settings' },
  { id: 'rail', keys: 'w', label: 'Narrow the rail, or widen it', scope: 'everywhere' },
  { id: 'zone', keys: 'u', label: 'Exact times in UTC, or as the clocks go here', scope: 'everywhere' },
  { id: 'undo', keys: 'z', label: 'Take back what was just done', scope: 'everywhere' },
  { id: 'sheet', keys: '?', label: 'Show these keys', scope: 'everywhere' },
  { id: 'down', keys: 'j', label: 'Next row', scope: 'lists' },
  { id: 'up', keys: 'k', label: 'Previous row', scope: 'lists' },
  { id: 'select', keys: 'x', label: 'Select the row', scope: 'lists' },
  { id: 'select-to', keys: 'Shift+X', label: 'Select all rows up to here', scope: 'lists' },
  { id: 'open', keys: 'Enter', label: 'Open the row', scope: 'lists' },
  { id: 'resolve', keys: 'e', label: 'Resolve, or reopen; feedback: done', scope: 'issue', permission: 'changeIssues' },
  {
    id: 'archive',
    keys: 'i',
    label: 'Archive until it escalates, or unarchive; feedback: spam',
    scope: 'issue',
    permission: 'changeIssues',
  },
  { id: 'assign', keys: 'a', label: 'Assign to a person or a team', scope: 'issue', permission: 'changeIssues' },
  { id: 'comment', keys: 'm', label: 'Write a comment', scope: 'issue', permission: 'addComment' },
  { id: 'bookmark', keys: 'b', label: 'Bookmark, or take the bookmark away', scope: 'issue' },
  { id: 'copy-markdown', keys: 'c', label: 'Copy as Markdown', scope: 'issue' },
  { id: 'recommended-event', keys: 'v', label: 'Recommended event', scope: 'issue' },
  { id: 'previous-event', keys: '[', label: 'Older event', scope: 'issue' },
  { id: 'next-event', keys: ']', label: 'Newer event', scope: 'issue' },
];

/** What an issue can also be told, by its palette alone: of those who may, and too seldom or too grave for a letter. */
export const withoutKey: readonly Command[] = [
  { id: 'share', label: 'Share by a link' },
  { id: 'delete', label: 'Delete the issue' },
];

export const scopeNames: Record<Scope, string> = {
  everywhere: 'Everywhere',
  lists: 'In lists',
  issue: 'On an issue or a feedback, and on a row of a list',
};

/** How a key is written for people: `⌘ K`, `g then i`. */
export function keyLabels(key: Key, apple: boolean): string[] {
  if (key.keys.startsWith('$mod+')) return [apple ? '⌘' : 'Ctrl', key.keys.slice(5).toUpperCase()];
  return key.keys.split(/[ +]/);
}
