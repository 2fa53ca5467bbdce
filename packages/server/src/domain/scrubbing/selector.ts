import { limits } from '@seismo/protocol';
import { compileGlob, type Glob } from '../glob/glob.ts';

/** Whether a rule covers the value at this path or one of its parents. */
export type Selector = (path: readonly string[]) => boolean;

/** Sentry's short names for places in an event (docs.sentry.io, "Advanced Data Scrubbing", read 2026-11). */
const sections: Record<string, string[]> = {
  $user: ['user'],
  $request: ['request'],
  $http: ['request'],
  $message: ['logentry'],
  $logentry: ['logentry'],
  $exception: ['exception', 'values', '*'],
  $error: ['exception', 'values', '*'],
  $frame: ['**', 'frames', '*'],
  $breadcrumb: ['breadcrumbs', 'values', '*'],
  $thread: ['threads', 'values', '*'],
  $span: ['span'],
  $string: ['**'],
};

/** `$user.email`, `extra.**`, `$frame.vars.token`, `request.headers.x-api-key`, `tags.'my.tag'`. */
export function compileSelector(text: string): Selector | null {
  const parts = partsOf(text.trim());
  if (parts === null) return null;
  const globs: (Glob | null)[] = parts.map((part) => (part === '**' ? null : compileGlob(part, { ignoreCase: true })));
  return globs.every((glob) => glob === null) ? () => true : (path) => isWithin(globs, path);
}

/** The error in a selector as a message; `null` if it is valid. */
export function selectorProblem(text: string): string | null {
  const trimmed = text.trim();
  if (partsOf(trimmed) !== null) return null;
  const head = trimmed.split('.')[0] ?? '';
  if (head.startsWith('$') && !Object.hasOwn(sections, head)) {
    return `Unknown selector "${head}". Use ${Object.keys(sections).join(', ')}.`;
  }
  return `"${trimmed}" names no field. Names look like $user.email, extra.** or request.headers.x-api-key.`;
}

function partsOf(text: string): string[] | null {
  if (text === '' || text.length > limits.PATTERN_CHARS_MAX) return null;
  const parts = [...text.matchAll(/'([^']*)'|([^.']+)|\.(?=\.|$)|^\./g)].map(([all, quoted, bare]) =>
    all.startsWith('.') ? '' : (quoted ?? bare ?? ''),
  );
  if (parts.length === 0 || parts.length > limits.SELECTOR_PART_COUNT_MAX || parts.includes('')) return null;
  const [head, ...rest] = parts as [string, ...string[]];
  if (!head.startsWith('$')) return parts;
  return Object.hasOwn(sections, head) ? [...sections[head]!, ...rest] : null;
}

/** Follows the path through all positions of the selector together. At its end, everything below is selected, too. */
function isWithin(globs: readonly (Glob | null)[], path: readonly string[]): boolean {
  let now = closed(globs, new Set([0]));
  for (const key of path) {
    if (now.has(globs.length)) return true;
    const next = new Set<number>();
    for (const index of now) {
      const glob = globs[index];
      if (glob === null) next.add(index);
      else if (glob?.(key)) next.add(index + 1);
    }
    if (next.size === 0) return false;
    now = closed(globs, next);
  }
  return now.has(globs.length);
}

/** `**` may match nothing. */
function closed(globs: readonly (Glob | null)[], sections: Set<number>): Set<number> {
  for (const index of sections) if (globs[index] === null) sections.add(index + 1);
  return sections;
}
