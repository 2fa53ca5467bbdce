import { copy } from '../engines/memory/rows.ts';
import type { DayUsage, UsageReads, UsageWrites } from './contract.ts';

export interface UsageData {
  usage: DayUsage[];
}

export function emptyUsage(): UsageData {
  return { usage: [] };
}

export function usageReads(current: () => UsageData): UsageReads {
  return {
    usageSince: async (day, projectId) =>
      copy(
        current()
          .usage.filter((each) => each.day >= day && (projectId === undefined || each.projectId === projectId))
          .sort((one, other) => one.projectId - other.projectId || one.day - other.day || one.keyId - other.keyId),
      ),
  };
}

export function usageWrites(data: UsageData): UsageWrites {
  return {
    async addUsage(usage, oldestDay) {
      for (const { projectId, keyId, day, bytes } of usage) {
        const known = data.usage.find(
          (each) => each.projectId === projectId && each.keyId === keyId && each.day === day,
        );
        if (known) known.bytes += bytes;
        else data.usage.push({ projectId, keyId, day, bytes });
      }
      data.usage = data.usage.filter(({ day }) => day >= oldestDay);
    },
  };
}
