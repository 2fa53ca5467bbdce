import type { SavedSearchList } from '#store/state/contract.ts';
import type { IssueSort } from '../issues/views.ts';
import type { ExploreSettings } from './explore-settings.ts';
import type { SearchProblem } from '#domain/search/ast.ts';

export type { ExploreSettings, SavedSearchList, SearchProblem };

export interface SavedSearchView {
  id: number;
  name: string;
  query: string;
  /** Of a list of issues. */
  sort: IssueSort;
  /** Of a list of feedback or releases. */
  status: string;
  /** Of Explore. */
  explore: ExploreSettings | null;
  /** With the whole organization. */
  shared: boolean;
  /** Made by the viewer. */
  mine: boolean;
  createdAtMs: number;
}

export interface SearchSuggestion {
  kind: 'key' | 'tag' | 'value' | 'operator';
  /** Replaces the text from `from` to `to`. */
  insert: string;
  label: string;
  about: string;
  /** How many of the newest events; `null` if not counted. */
  events: number | null;
}

export interface SearchSuggestions {
  from: number;
  to: number;
  suggestions: SearchSuggestion[];
}

/**
 * The values of a search key among the matches of a search, as if it selected none of them. Levels and priorities
 * are all listed, in their own order, other values the most frequent first.
 */
export interface Facet {
  values: FacetValue[];
  /** There are more values than were requested. */
  hasMore: boolean;
}

export interface FacetValue {
  /** As the search writes it. */
  value: string;
  /** Of a member or team. */
  name?: string;
  /** Matching issues, or events or spans in a list of these. */
  count: number;
  /** Of all matching spans. */
  share?: number;
  /** Whether sampled spans count as those that they stand for. */
  isEstimated?: boolean;
  isSelected: boolean;
}
