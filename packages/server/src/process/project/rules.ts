import type { Json } from '@seismo/protocol';
import type { ConfigurationName } from '#store/state/contract.ts';
import { compileFilters, type Filters } from '../filter/filters.ts';
import { compileGroupingRules, type GroupingRules } from '../rules/group-event.ts';
import { compileOwnership, type Ownership } from '../own/owners.ts';
import { defaultFilters, defaultGrouping, defaultOwnership, readDocument } from './documents.ts';

/** What a project's people decided, ready to be asked event after event. */
export interface ProjectRules {
  filters: Filters;
  grouping: GroupingRules;
  /** `null`: nothing is assigned. */
  ownership: Ownership | null;
}

export type Documents = Partial<Record<ConfigurationName, Json>>;

export function compileRules(documents: Documents): ProjectRules {
  const ownership = readDocument(documents.ownership, defaultOwnership);
  return {
    filters: compileFilters(readDocument(documents.filters, defaultFilters)),
    grouping: compileGroupingRules(readDocument(documents.grouping, defaultGrouping)),
    ownership: ownership.assigns ? compileOwnership(ownership.rules) : null,
  };
}

/** Of a project that nobody has configured. */
export const defaultRules: ProjectRules = compileRules({});
