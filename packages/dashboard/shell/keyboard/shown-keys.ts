import { keys, type Key, type Scope } from './keys.ts';

/** What the help dialog lists, which is not part of the first page. */
export const shownKeys: readonly Key[] = [
  ...keys,
  // The waterfall handles them while it has the focus, before those of every page.
  { id: 'next-error', keys: 'n', label: 'Next error', scope: 'waterfall' },
  { id: 'zoom', keys: 'z', label: 'Zoom to the span', scope: 'waterfall' },
  { id: 'whole-trace', keys: '0', label: 'Show the whole trace', scope: 'waterfall' },
];

export const scopeNames: Record<Scope, string> = {
  everywhere: 'Everywhere',
  lists: 'Lists',
  issue: 'Issues and feedback',
  waterfall: 'Waterfall of a trace',
};

/** The parts of a shortcut for display: `⌘`, `K`. */
export function keyLabels(key: Key, apple: boolean): string[] {
  if (key.keys.startsWith('$mod+')) return [apple ? '⌘' : 'Ctrl', key.keys.slice(5).toUpperCase()];
  return key.keys.split(/[ +]/);
}
