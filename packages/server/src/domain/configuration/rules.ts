import type { Json } from '@seismo/protocol';
import { compileFilters, type Filters } from '../filters/filters.ts';
import { compileGroupingRules, type GroupingRules } from '../grouping/rules/group-event.ts';
import { compileOwnership, type Ownership } from '../ownership/owners.ts';
import { compileScrubbing, type Scrubbing } from '../scrubbing/project-scrubbing.ts';
import {
  defaultFilters,
  defaultGrouping,
  defaultLimits,
  defaultOwnership,
  defaultPrivacy,
  readDocument,
  type LimitSettings,
} from './documents.ts';

/** The settings of a project, compiled for use on each event. */
export interface ProjectRules {
  filters: Filters;
  grouping: GroupingRules;
  /** `null`: no rules. */
  ownership: Ownership | null;
  scrubbing: Scrubbing;
  limits: LimitSettings;
}

export type Documents = Partial<Record<'filters' | 'grouping' | 'ownership' | 'privacy' | 'limits', Json>>;

/** `hashKey`: the key of the organization's hashes. */
export function compileRules(documents: Documents, hashKey: string): ProjectRules {
  const ownership = readDocument(documents.ownership, defaultOwnership);
  return {
    filters: compileFilters(readDocument(documents.filters, defaultFilters)),
    grouping: compileGroupingRules(readDocument(documents.grouping, defaultGrouping)),
    scrubbing: compileScrubbing(readDocument(documents.privacy, defaultPrivacy), hashKey),
    limits: readDocument(documents.limits, defaultLimits),
    ownership: ownership.assigns ? compileOwnership(ownership.rules) : null,
  };
}

/** The rules of an unconfigured project. */
export const defaultRules: ProjectRules = compileRules({}, '');
