import type { Event } from '../event.ts';
import { parseStack } from './parse.ts';

/**
 * Bundlers leave `stack → debug id` on the page for every script they built: the plugins of Sentry, Turbopack (by its own
 * name), and ours. The innermost frame of such a stack is the script itself.
 */
export function addDebugIds(event: Event): void {
  const files = event.exception?.values.flatMap(({ stacktrace }) => stacktrace?.frames.map(({ filename }) => filename));
  const images = ['_sentryDebugIds', '_debugIds'].flatMap((registry) =>
    Object.entries(
      (globalThis as unknown as Record<string, Record<string, string>>)[files ? registry : ''] ?? {},
    ).flatMap(([stack, debug_id]) => {
      const code_file = parseStack(stack).at(-1)?.filename;
      return code_file && files!.includes(code_file) ? [{ type: 'sourcemap', code_file, debug_id }] : [];
    }),
  );
  if (images[0]) event.debug_meta = { images };
}
