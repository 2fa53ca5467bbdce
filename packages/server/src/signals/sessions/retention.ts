import type { RemovalStep, RetainedProject, Retention, Stores } from '#pipeline/signal.ts';
import { daysAgo, hoursToRemove } from '#pipeline/hours-to-remove.ts';

/** Old sessions stay as counts per hour, release and environment, without IDs and users. */
export function sessionRetention({ telemetry }: Pick<Stores, 'telemetry'>): Retention {
  async function sum({ organizationId, projectId, nowMs }: RetainedProject, days: number): Promise<RemovalStep | null> {
    const old = await hoursToRemove(telemetry, { table: 'sessions', projectId, untilMs: daysAgo(nowMs, days) });
    if (old === null) return null;
    return {
      projectId,
      changes: [{ projectId, sumSessions: old.range }],
      deleteBlobs: [],
      removed: [{ organizationId, itemKind: 'session', quantity: old.rows, bytes: 0 }],
    };
  }
  return {
    expire: async (project) => {
      const { sessionDays } = project.limits;
      return sessionDays === null ? null : sum(project, sessionDays);
    },
    async thin(projects, { detailDays }) {
      for (const project of projects) {
        const step = await sum(project, detailDays);
        if (step) return step;
      }
      return null;
    },
  };
}
