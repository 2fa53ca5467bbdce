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
  /** 0: never saved; the defaults apply. */
  version: number;
  settings: SettingsOf[Name];
}

export interface VersionView {
  version: number;
  atMs: number;
  /** `null`: not a user, or one that no longer exists. */
  by: string | null;
  changed: ChangedSetting[];
}

/** A setting that a version changed; for switches and selects with the old and new value. */
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

/** What a rule would have kept of stored traces. */
export interface TraceRulePreview {
  traces: number;
  spans: number;
  keptTraces: number;
  keptSpans: number;
  /** Kept because of an error. */
  failedTraces: number;
  /** Kept because they were slow, without those that failed. */
  slowTraces: number;
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
  /** Fields that the settings would newly scrub, with one value of each before and after. */
  scrubbed: { path: string; events: number; before: string; after: string }[];
  /** The same of the newest spans of the last day. */
  spans: SpanPreview;
}

export interface SpanPreview {
  examined: number;
  filtered: { reason: string; explanation: string; spans: number; names: string[] }[];
  scrubbed: { path: string; spans: number; before: string; after: string }[];
}

export interface MovedView {
  title: string;
  events: number;
  /** Where they are now. */
  from: { shortId: string; events: number }[];
  /** The issue that has the group; `null`: a new one. */
  to: string | null;
  /** Why, in a sentence, and the rules that acted. */
  summary: string;
  rules: string[];
}

/** The spike protection of a project. */
export interface SpikeStatus {
  on: boolean;
  spikeProtectionPausedUntilMs: number | null;
  events: KindSpikeStatus;
  spans: KindSpikeStatus;
}

interface KindSpikeStatus {
  /** In a minute; `null`: too little is known yet. */
  limitPerMinute: number | null;
  /** Recently discarded ones. */
  limitedLastHour: number;
  limitedLast24h: number;
  /** Some were discarded within the last minutes. */
  isLimitingNow: boolean;
}

/** A project whose events or spans are being limited, with the recent numbers of these. */
export interface SpikingProject {
  slug: string;
  name: string;
  events: number;
  spans: number;
}
