import type { Event } from '../event.ts';
import { parseStack } from './parse.ts';

/**
 * Bundlers leave `stack → debug ID` on the page for every script they built: the plugins of Sentry, Turbopack (by its own
 * name), and ours. The innermost frame of such a stack is the script itself. Frames name scripts, and so does the tree of
 * components.
 */
export function addDebugIds(event: Event): void {
  if (!event.exception) return;
  const text = JSON.stringify(event);
  const images = ['_sentryDebugIds', '_debugIds'].flatMap((registry) =>
    Object.entries((globalThis as unknown as Record<string, Record<string, string>>)[registry] ?? {}).flatMap(
      ([stack, debug_id]) => {
        const code_file = parseStack(stack).at(-1)?.filename;
        return code_file && text.includes(JSON.stringify(code_file).slice(1, -1))
          ? [{ type: 'sourcemap', code_file, debug_id }]
          : [];
      },
    ),
  );
  if (images[0]) event.debug_meta = { images };
}
