import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A server action by the ID that browsers send in the header `next-action`. */
export interface ServerAction {
  /** As exported; for an action inside a component, a name such as `$$RSC_SERVER_ACTION_0`. */
  name: string;
  /** Relative to the project, with slashes. */
  file: string;
}

/** The URL under which builds upload their actions; docs/nextjs.md has the format. */
export const ACTIONS_URL = 'seismo:///nextjs/server-actions.json';

/** The build's own list (`.next/server/server-reference-manifest.json`), the encryption key left out. */
export async function actionsOf(distDir: string): Promise<Map<string, ServerAction>> {
  const text = await readFile(join(distDir, 'server/server-reference-manifest.json'), 'utf8').catch(() => '{}');
  return readActions(text);
}

function readActions(text: string): Map<string, ServerAction> {
  const actions = new Map<string, ServerAction>();
  const manifest = JSON.parse(text) as Record<string, Record<string, { exportedName?: unknown; filename?: unknown }>>;
  for (const runtime of ['node', 'edge']) {
    for (const [id, { exportedName, filename }] of Object.entries(manifest[runtime] ?? {})) {
      if (typeof exportedName !== 'string' || typeof filename !== 'string') continue;
      actions.set(id, { name: exportedName, file: filename.replaceAll('\\', '/') });
    }
  }
  return actions;
}

export function writeActions(actions: Map<string, ServerAction>): Buffer {
  return Buffer.from(JSON.stringify({ version: 1, actions: Object.fromEntries(actions) }));
}
