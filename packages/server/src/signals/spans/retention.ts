import type { RemovalStep, RetainedProject, Retention, Stores } from '#pipeline/signal.ts';
import { daysAgo, hoursToRemove } from '#pipeline/hours-to-remove.ts';

/** Spans go by the time they arrived, whole hours at once. */
export function spanRetention({ telemetry }: Pick<Stores, 'telemetry'>): Retention {
  async function remove(
    { organizationId, projectId, nowMs }: RetainedProject,
    days: number,
  ): Promise<RemovalStep | null> {
    const old = await hoursToRemove(telemetry, { table: 'spans', projectId, untilMs: daysAgo(nowMs, days) });
    if (old === null) return null;
    return {
      projectId,
      changes: [{ projectId, deleteSpans: old.range }],
      deleteBlobs: [],
      removed: [{ organizationId, itemKind: 'span', quantity: old.rows, bytes: 0 }],
    };
  }
  return {
    expire: async (project) => {
      const { spanDays } = project.limits;
      return spanDays === null ? null : remove(project, spanDays);
    },
    async thin(projects, { spanDays }) {
      for (const project of projects) {
        const step = await remove(project, spanDays);
        if (step) return step;
      }
      return null;
    },
  };
}
