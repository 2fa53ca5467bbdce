import type { SearchSuggestions, Viewer } from '@seismo/server';
import { runtime } from '#server/runtime.ts';

const TEXT_CHARS_MAX = 1000;
const PROJECT_COUNT_MAX = 100;

/** Suggestions at the cursor of a search field. */
export async function suggestions(
  viewer: Viewer,
  { of, projects, text, cursor }: { of: 'errors' | 'spans'; projects: string[]; text: string; cursor: number },
): Promise<SearchSuggestions> {
  const { searchSuggestions, spanSearchSuggestions } = runtime().query;
  const suggest = of === 'spans' ? spanSearchSuggestions : searchSuggestions;
  return suggest(viewer, {
    projects: [projects].flat().map(String).slice(0, PROJECT_COUNT_MAX),
    text: String(text).slice(0, TEXT_CHARS_MAX),
    cursor: Number(cursor) || 0,
  });
}
