import type {
  BrowserFamily,
  FilterSettings,
  GroupingSettings,
  LimitSettings,
  OwnershipSettings,
  PrivacySettings,
  SourceMapping,
  SourceSettings,
} from '#domain/configuration/documents.ts';

import type { Problem } from '#domain/grouping/rules/syntax.ts';

export type {
  BrowserFamily,
  FilterSettings,
  GroupingSettings,
  LimitSettings,
  OwnershipSettings,
  PrivacySettings,
  SourceMapping,
  SourceSettings,
};

/** The current documents of a project. */
export interface SettingsOf {
  filters: FilterSettings;
  grouping: GroupingSettings;
  ownership: OwnershipSettings;
  privacy: PrivacySettings;
  limits: LimitSettings;
  source: SourceSettings;
}

export interface Configured<Name extends keyof SettingsOf> {
  /** 0: never written, so everything is as in the beginning. */
  version: number;
  settings: SettingsOf[Name];
}

export interface VersionView {
  version: number;
  atMs: number;
  /** `null`: not a person, or one that is gone. */
  by: string | null;
  changed: ChangedSetting[];
}

/** A setting that a version changed; of switches and choices also from what to what, of longer things that they did. */
export interface ChangedSetting {
  name: string;
  from: string | null;
  to: string | null;
}

/** The recent events of one filter. */
export interface FilterCount {
  reason: string;
  explanation: string;
  last24h: number;
  last7d: number;
  examples: { title: string; atMs: number }[];
}

/** The effect of an unsaved document on its project's newest events. */
export interface PreviewView {
  /** Why it cannot be saved, in words; `null` if it can. */
  refusal: string | null;
  problems: { fingerprintRules: Problem[]; stackRules: Problem[] };
  /** The number of checked events, and their start; not `complete` if time ran out. */
  examined: number;
  sinceMs: number | null;
  complete: boolean;
  filtered: { reason: string; explanation: string; events: number; titles: string[] }[];
  /** Groups that events would go to which are elsewhere now. */
  moved: MovedView[];
  /** Fields that would be scrubbed and are not yet, with one value of each before and after. */
  scrubbed: { path: string; events: number; before: string; after: string }[];
}

export interface MovedView {
  title: string;
  events: number;
  /** Where they are now. */
  from: { shortId: string; events: number }[];
  /** The issue that has the group already; `null`: a new one. */
  to: string | null;
  /** Why, in a sentence, and the rules that acted. */
  summary: string;
  rules: string[];
}

/** How a project stands to its spike protection. */
export interface SpikeStatus {
  /** Events a minute; `null`: too little is known yet. */
  limitPerMinute: number | null;
  /** Recently discarded events, the newest first. */
  limitedLastHour: number;
  limitedLast24h: number;
  /** Events were let go within the last minutes. */
  isLimitingNow: boolean;
  on: boolean;
  letThroughUntilMs: number | null;
}

/** A project of which events are being limited, and how many were lately. */
export interface SpikingProject {
  slug: string;
  name: string;
  limited: number;
}
