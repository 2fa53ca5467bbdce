import { isFields, limits, type Json, type Level } from '@seismo/protocol';
import type { AddressStorage } from '../scrubbing/address.ts';
import type { ScrubType } from '../scrubbing/pattern.ts';

/** The filters of a project. Lists hold globs; a message is compared as `Type: value` and by its value alone. */
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

/** Stores a share of the events that match all conditions. An empty condition matches every event. */
export interface SamplingRule {
  samplePercent: number;
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

/** Ownership rules, one per line: see docs/ownership.md. */
export interface OwnershipSettings {
  rules: string;
  /** Whether a new issue is assigned by them. */
  assigns: boolean;
}

export const defaultOwnership: OwnershipSettings = { rules: '', assigns: true };

/** Data to remove from events before they are stored. */
export interface PrivacySettings {
  /** Parts of an event in which Seismo looks for secrets by itself. */
  defaults: { texts: boolean; data: boolean; user: boolean; request: boolean; variables: boolean };
  /** Globs of keys whose values are always removed, and of keys that the defaults leave alone. */
  sensitiveFields: string[];
  safeFields: string[];
  userAddress: AddressStorage;
  rules: ScrubRule[];
}

export interface ScrubRule {
  type: ScrubType;
  /** For `key` and `text`: the pattern to find. */
  pattern: string;
  /** The fields to look in, as a selector. */
  source: string;
  method: 'remove' | 'mask' | 'hash';
}

export const defaultPrivacy: PrivacySettings = {
  defaults: { texts: true, data: true, user: true, request: true, variables: true },
  sensitiveFields: [],
  safeFields: [],
  userAddress: 'keep',
  rules: [],
};

/** Where the source code is that stack traces speak of. */
export interface SourceSettings {
  /** The first matching path applies. */
  mappings: SourceMapping[];
}

export const sourceHosts = ['github', 'gitlab', 'bitbucket'] as const;

export interface SourceMapping {
  /** The address of its page: `https://github.com/acme/shop`. */
  repository: string;
  /** The kind of its URLs. */
  host: (typeof sourceHosts)[number];
  /** Path prefixes in stack traces, and their folders in the repository. */
  stackRoot: string;
  sourceRoot: string;
  /** For releases without a known commit; `''` is the default branch. */
  branch: string;
}

export const defaultSource: SourceSettings = { mappings: [] };

/** The limits of a project. */
export interface LimitSettings {
  spikeProtection: boolean;
  /** Until when spike protection is off. */
  spikeProtectionPausedUntilMs: number;
  /** Bytes of reports, inflated, that are accepted in one UTC day; `null`: no limit. */
  bytesPerDay: number | null;
  /** How many days events with their content, attachments and single sessions are stored; `null`: without end. */
  eventDays: number | null;
  attachmentDays: number | null;
  sessionDays: number | null;
  spanDays: number | null;
  /** The share, from 0 to 1, of traces to keep that have no error and are not slow. */
  traceShare: number;
  /** A request or page load that takes so long keeps its trace; `null`: none does. */
  slowTraceMs: number | null;
}

export const defaultLimits: LimitSettings = {
  spikeProtection: true,
  spikeProtectionPausedUntilMs: 0,
  bytesPerDay: limits.DAY_BUDGET_BYTES_DEFAULT,
  eventDays: limits.EVENT_DAYS_DEFAULT,
  attachmentDays: limits.ATTACHMENT_DAYS_DEFAULT,
  sessionDays: limits.SESSION_DAYS_DEFAULT,
  spanDays: limits.SPAN_DAYS_DEFAULT,
  traceShare: 1,
  slowTraceMs: null,
};

/** A stored document. Settings that are newer than it have their initial values. */
export function readDocument<Settings extends object>(document: Json | undefined, beginning: Settings): Settings {
  return isFields(document) ? { ...beginning, ...(document as Partial<Settings>) } : beginning;
}
