import type { Breadcrumb, Level } from '@seismo/protocol';

export type CrumbKind = 'error' | 'http' | 'navigation' | 'ui' | 'user' | 'console' | 'other';

const byCategory: [pattern: RegExp, kind: CrumbKind][] = [
  [/^(fetch|xhr|http|httplib|requests|axios)/, 'http'],
  [/^(navigation|route|history)/, 'navigation'],
  [/^ui\b|^touch|^click/, 'ui'],
  [/^console/, 'console'],
  [/^(auth|user|session)/, 'user'],
  [/^(sentry\.|exception|error)/, 'error'],
];

/** The kind of a breadcrumb. The category is more specific than the older type. */
export function kindOf(crumb: Breadcrumb): CrumbKind {
  const category = (crumb.category ?? '').toLowerCase();
  for (const [pattern, kind] of byCategory) if (pattern.test(category)) return kind;
  const type = (crumb.type ?? '').toLowerCase();
  if (type === 'http' || type === 'navigation' || type === 'user' || type === 'error') return type;
  return type === 'ui' ? 'ui' : 'other';
}

/** Whether every word occurs somewhere in the breadcrumb. */
export function matches(crumb: Breadcrumb, text: string): boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return true;
  const hay = `${crumb.category ?? ''} ${crumb.message ?? ''} ${JSON.stringify(crumb.data ?? {})}`.toLowerCase();
  return words.every((word) => hay.includes(word));
}

/** The worst first. Copied, since this runs in the browser: the protocol package is not loaded there. */
const byWorst: readonly Level[] = ['fatal', 'error', 'warning', 'info', 'debug'];

/** SDKs omit the level info. */
const levelOf = ({ level }: Breadcrumb): Level => level ?? 'info';

/** Levels that occur, the worst first. */
export function levelsOf(crumbs: readonly Breadcrumb[]): Level[] {
  const there = new Set(crumbs.map(levelOf));
  return byWorst.filter((level) => there.has(level));
}

/** `''` matches every level. */
export function isAtLeast(crumb: Breadcrumb, level: string): boolean {
  const least = byWorst.findIndex((one) => one === level);
  return least === -1 || byWorst.indexOf(levelOf(crumb)) <= least;
}
