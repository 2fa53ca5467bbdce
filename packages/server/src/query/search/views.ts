import type { IssueSort } from '../issues/views.ts';
import type { SearchProblem } from '#domain/search/ast.ts';

export type { SearchProblem };

export interface SavedSearchView {
  id: number;
  name: string;
  query: string;
  sort: IssueSort;
  /** With the whole organization. */
  shared: boolean;
  /** Made by the viewer. */
  mine: boolean;
  createdAtMs: number;
}

export interface SearchSuggestion {
  kind: 'key' | 'tag' | 'value' | 'operator';
  /** What is written instead of the text from `from` to `to`. */
  insert: string;
  label: string;
  about: string;
  /** Of the newest events, how many; `null` if that was not counted. */
  events: number | null;
}

export interface SearchSuggestions {
  from: number;
  to: number;
  suggestions: SearchSuggestion[];
}
