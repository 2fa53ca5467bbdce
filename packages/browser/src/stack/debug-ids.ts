import type { Event } from '../event.ts';
import { parseStack } from './parse.ts';

const fileOf = new Map<string, string | undefined>();

/**
 * Bundlers leave `stack → debug id` on the page for every script they built: the plugins of Sentry, Turbopack (by its own
 * name), and ours. The innermost frame of such a stack is the script itself.
 */
export function addDebugIds(event: Event): void {
  const idOf = new Map<string | undefined, string>();
  for (const registry of ['_sentryDebugIds', '_debugIds', '_seismoDebugIds']) {
    const ids = (globalThis as Record<string, unknown>)[registry] as Record<string, string> | undefined;
    for (const [stack, id] of Object.entries(ids ?? {})) {
      if (!fileOf.has(stack)) fileOf.set(stack, parseStack(stack).at(-1)?.filename);
      idOf.set(fileOf.get(stack), id);
    }
  }
  const files = new Set(
    event.exception?.values.flatMap(({ stacktrace }) => stacktrace?.frames.map(({ filename }) => filename)),
  );
  const images = [...idOf].flatMap(([code_file, debug_id]) =>
    code_file && files.has(code_file) ? [{ type: 'sourcemap', code_file, debug_id }] : [],
  );
  if (images.length) event.debug_meta = { images };
}
