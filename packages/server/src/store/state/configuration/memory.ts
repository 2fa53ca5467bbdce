import { limits } from '@seismo/protocol';
import { copy } from '../engines/memory/rows.ts';
import type { Configuration, ConfigurationReads, ConfigurationWrites, FilteredExample } from './contract.ts';

export interface ConfigurationData {
  /** In the order in which they were written. */
  configurations: (Configuration & { id: number })[];
  lastConfigurationId: number;
  filteredExamples: FilteredExample[];
}

export function emptyConfiguration(): ConfigurationData {
  return { configurations: [], lastConfigurationId: 0, filteredExamples: [] };
}

export function configurationReads(current: () => ConfigurationData): ConfigurationReads {
  return {
    configurationStamps: async (projectIds) =>
      new Map(
        current()
          .configurations.filter(({ projectId }) => projectIds.includes(projectId))
          .map(({ projectId, id }) => [projectId, id]),
      ),
    async configurations(projectId) {
      const own = current().configurations.filter((each) => each.projectId === projectId);
      return [...new Map(own.map((each) => [each.name, each])).values()]
        .sort((one, other) => (one.name < other.name ? -1 : 1))
        .map(withoutId);
    },
    configurationHistory: async (projectId, name, count) =>
      current()
        .configurations.filter((each) => each.projectId === projectId && each.name === name)
        .toReversed()
        .slice(0, count)
        .map(withoutId),
    filteredExamples: async (projectId) =>
      copy(current().filteredExamples.filter((example) => example.projectId === projectId)).sort(
        (one, other) => compare(one.reason, other.reason) || byNewest(one, other),
      ),
  };
}

export function configurationWrites(data: ConfigurationData): ConfigurationWrites {
  return {
    async writeConfiguration(draft) {
      const same = data.configurations.filter(
        ({ projectId, name }) => projectId === draft.projectId && name === draft.name,
      );
      const version = (same.at(-1)?.version ?? 0) + 1;
      const old = version - limits.CONFIGURATION_VERSION_COUNT_MAX;
      data.configurations = data.configurations.filter((each) => !same.includes(each) || each.version > old);
      data.configurations.push({ ...copy(draft), version, id: ++data.lastConfigurationId });
      return version;
    },
    async noteFiltered(examples) {
      for (const example of examples) {
        const isSame = (one: FilteredExample) =>
          one.projectId === example.projectId && one.reason === example.reason && one.title === example.title;
        const known = data.filteredExamples.find(isSame);
        if (known) known.atMs = Math.max(known.atMs, example.atMs);
        else data.filteredExamples.push(copy(example));
      }
      data.filteredExamples = [
        ...Map.groupBy(data.filteredExamples, ({ projectId, reason }) => `${projectId} ${reason}`).values(),
      ].flatMap((ofReason) => ofReason.sort(byNewest).slice(0, limits.FILTERED_EXAMPLE_COUNT_MAX));
    },
  };
}

function withoutId({ id: _id, ...configuration }: Configuration & { id: number }): Configuration {
  return copy(configuration);
}

function byNewest(one: FilteredExample, other: FilteredExample): number {
  return other.atMs - one.atMs || compare(one.title, other.title);
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
