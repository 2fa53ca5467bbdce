import type { Json, Level } from '@seismo/protocol';
import { isFields } from '@seismo/protocol';

/** What a project filters. Lists hold globs; a message is compared as `Type: value` and by its value alone. */
export interface FilterSettings {
  browserExtensions: boolean;
  resizeObserver: boolean;
  scriptError: boolean;
  nextControlFlow: boolean;
  crawlers: boolean;
  localhost: boolean;
  /** Browsers with a lower major version are filtered. */
  legacyBrowsers: Partial<Record<BrowserFamily, number>>;
  messages: string[];
  releases: string[];
  /** IP addresses and ranges in CIDR notation. */
  addresses: string[];
  sampling: SamplingRule[];
}

export const browserFamilies = ['chrome', 'edge', 'firefox', 'safari', 'opera', 'opera_mini', 'android', 'ie'] as const;
export type BrowserFamily = (typeof browserFamilies)[number];

/** Keeps a part of the events that all of its conditions hold for. An empty condition holds for every event. */
export interface SamplingRule {
  keepPercent: number;
  levels: Level[];
  releases: string[];
  environments: string[];
  transactions: string[];
}

export const defaultFilters: FilterSettings = {
  browserExtensions: true,
  resizeObserver: true,
  scriptError: true,
  nextControlFlow: true,
  crawlers: true,
  localhost: false,
  legacyBrowsers: {},
  messages: [],
  releases: [],
  addresses: [],
  sampling: [],
};

/** Two texts of rules, one rule a line: see docs/grouping-rules.md. */
export interface GroupingSettings {
  fingerprintRules: string;
  stackRules: string;
}

export const defaultGrouping: GroupingSettings = { fingerprintRules: '', stackRules: '' };

/** Who owns what, one rule a line: see docs/ownership.md. */
export interface OwnershipSettings {
  rules: string;
  /** Whether a new issue is assigned by them. */
  assigns: boolean;
}

export const defaultOwnership: OwnershipSettings = { rules: '', assigns: true };

/** A document as it was written; what it does not say, because it is older than a setting, is as in the beginning. */
export function readDocument<Settings extends object>(document: Json | undefined, beginning: Settings): Settings {
  return isFields(document) ? { ...beginning, ...(document as Partial<Settings>) } : beginning;
}
