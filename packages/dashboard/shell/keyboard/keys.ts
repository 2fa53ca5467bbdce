import type { PermissionName } from '@seismo/server';
import { navigationPages } from '#navigation';

export type Scope = 'everywhere' | 'lists' | 'issue' | 'waterfall';

export interface Key {
  /** The command of `shell/commands/registry.ts` that it runs. */
  id: string;
  label: string;
  /** As tinykeys reads it. */
  keys: string;
  scope: Scope;
  /** The page to open, instead of a command. */
  href?: string;
  /** Without this permission the key shows who has it. */
  permission?: PermissionName;
}

/** Every shortcut of the dashboard, but those that only the waterfall of a trace has. */
export const keys: readonly Key[] = [
  { id: 'palette', keys: '$mod+k', label: 'Find anything', scope: 'everywhere' },
  { id: 'search', keys: '/', label: 'Search issues', scope: 'everywhere' },
  ...navigationPages.map(({ href, name, key, permission }): Key => ({
    id: `go-${href.slice(1)}`,
    keys: `g ${key}`,
    label: `Go to ${name.toLowerCase()}`,
    scope: 'everywhere',
    href,
    ...(permission && { permission }),
  })),
  { id: 'sidebar', keys: 'w', label: 'Toggle sidebar', scope: 'everywhere' },
  { id: 'zone', keys: 'u', label: 'Switch between local time and UTC', scope: 'everywhere' },
  { id: 'undo', keys: 'z', label: 'Undo', scope: 'everywhere' },
  { id: 'sheet', keys: '?', label: 'Show keyboard shortcuts', scope: 'everywhere' },
  { id: 'down', keys: 'j', label: 'Next row or span; on an issue or feedback page, the next one', scope: 'lists' },
  {
    id: 'up',
    keys: 'k',
    label: 'Previous row or span; on an issue or feedback page, the previous one',
    scope: 'lists',
  },
  { id: 'select', keys: 'x', label: 'Select row', scope: 'lists' },
  { id: 'select-to', keys: 'Shift+X', label: 'Select rows up to here', scope: 'lists' },
  { id: 'open', keys: 'Enter', label: 'Open row', scope: 'lists' },
  { id: 'leave', keys: 'Escape', label: 'Leave a field, clear the selection, or go back to the list', scope: 'lists' },
  {
    id: 'resolve',
    keys: 'e',
    label: 'Resolve or reopen issue; mark feedback as done',
    scope: 'issue',
    permission: 'changeIssues',
  },
  {
    id: 'archive',
    keys: 'i',
    label: 'Archive or unarchive issue; mark feedback as spam',
    scope: 'issue',
    permission: 'changeIssues',
  },
  { id: 'assign', keys: 'a', label: 'Assign to a member or team', scope: 'issue', permission: 'changeIssues' },
  { id: 'comment', keys: 'm', label: 'Write a comment', scope: 'issue', permission: 'addComment' },
  { id: 'bookmark', keys: 'b', label: 'Add or remove bookmark', scope: 'issue' },
  { id: 'copy-markdown', keys: 'c', label: 'Copy as Markdown', scope: 'issue' },
  { id: 'recommended-event', keys: 'v', label: 'Recommended event', scope: 'issue' },
  { id: 'previous-event', keys: '[', label: 'Older event', scope: 'issue' },
  { id: 'next-event', keys: ']', label: 'Newer event', scope: 'issue' },
];
