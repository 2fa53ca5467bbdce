import type { Breadcrumb } from '@seismo/protocol';

export type CrumbKind = 'error' | 'http' | 'navigation' | 'ui' | 'user' | 'console' | 'other';

const byCategory: [pattern: RegExp, kind: CrumbKind][] = [
  [/^(fetch|xhr|http|httplib|requests|axios)/, 'http'],
  [/^(navigation|route|history)/, 'navigation'],
  [/^ui\b|^touch|^click/, 'ui'],
  [/^console/, 'console'],
  [/^(auth|user|session)/, 'user'],
  [/^(sentry\.|exception|error)/, 'error'],
];

/** What a breadcrumb is about. SDKs mostly say it in the category; the type is older and vaguer. */
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
