import type { BrowserFamily, FilterSettings } from '#process/project/documents.ts';

export type { BrowserFamily, FilterSettings };

/** What each document of a project says. */
export interface SettingsOf {
  filters: FilterSettings;
  grouping: never;
  privacy: never;
  limits: never;
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
  /** Names of the settings that it changed. */
  changed: string[];
}

/** What one filter took lately. */
export interface FilteredView {
  reason: string;
  explanation: string;
  last24h: number;
  last7d: number;
  examples: { title: string; atMs: number }[];
}
