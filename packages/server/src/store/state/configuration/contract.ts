import type { Json, ProjectId, UserId } from '@seismo/protocol';
import type { FilteredExample } from '#domain/filters/examples.ts';

/**
 * The settings of a project: one JSON document per name, with recent versions. The store does not interpret the
 * documents.
 */
export interface ConfigurationReads {
  /** For each of these projects with a document: a number that differs after every write. */
  configurationStamps(projectIds: ProjectId[]): Promise<Map<ProjectId, number>>;
  /** The newest version of each document of these projects, by project and name. */
  configurations(projectIds: readonly ProjectId[]): Promise<Configuration[]>;
  /** Newest first. */
  configurationHistory(projectId: ProjectId, name: ConfigurationName, count: number): Promise<Configuration[]>;
  /** By reason, then newest first. */
  filteredExamples(projectId: ProjectId): Promise<FilteredExample[]>;
}

export interface ConfigurationWrites {
  /** Writes the next version and returns its number, from 1. Old versions are deleted. */
  writeConfiguration(draft: Omit<Configuration, 'version'>): Promise<number>;
  /** Stores the newest titles of each project and reason; an existing title is renewed. */
  saveFilteredExamples(examples: FilteredExample[]): Promise<void>;
}

export type ConfigurationName = 'filters' | 'grouping' | 'ownership' | 'privacy' | 'limits' | 'source';

export interface Configuration {
  projectId: ProjectId;
  name: ConfigurationName;
  version: number;
  atMs: number;
  /** `null`: no user, such as the command line. */
  userId: UserId | null;
  document: Json;
}
