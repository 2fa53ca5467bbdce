'use server';

import type { SearchSuggestions } from '@seismo/server';
import { runtime } from '#server/runtime.ts';
import { actionViewer } from '#server/action-viewer.ts';

const TEXT_CHARS_MAX = 1000;

/** Suggestions at the cursor. Empty for signed-out visitors and unknown projects. */
export async function suggest(
  organizationId: number,
  projects: string[],
  text: string,
  cursor: number,
): Promise<SearchSuggestions> {
  const nothing = { from: 0, to: 0, suggestions: [] };
  if (typeof text !== 'string' || text.length > TEXT_CHARS_MAX) return nothing;
  const query = { projects: projects.map(String).slice(0, 100), text, cursor: Number(cursor) || 0 };
  try {
    return await runtime().query.searchSuggestions(await actionViewer(organizationId), query);
  } catch (error) {
    if (error instanceof Error && error.name === 'Refusal') return nothing;
    throw error;
  }
}
