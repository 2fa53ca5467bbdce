import type { RemovalStep, RetainedProject, Retention, Stores } from '#pipeline/signal.ts';

const DAY_MS = 86_400_000;

/** Spans go by the UTC day on which they arrived, a day at a time: files have the spans of a day. */
export function spanRetention({ telemetry }: Pick<Stores, 'telemetry'>): Retention {
  async function remove(
    { organizationId, projectId, nowMs }: RetainedProject,
    days: number,
  ): Promise<RemovalStep | null> {
    if (days === Number.POSITIVE_INFINITY) return null;
    // All spans of a day are old enough; of today's spans, none is kept for 0 days.
    const untilMs = Math.floor(nowMs / DAY_MS - days + Number(days === 0)) * DAY_MS;
    const [oldest] = await telemetry.query('spanDays', { projectId, untilMs });
    if (!oldest) return null;
    const { dayAtMs, rows } = oldest;
    return {
      projectId,
      changes: [{ projectId, deleteSpans: { fromMs: dayAtMs, toMs: dayAtMs + DAY_MS } }],
      deleteBlobs: [],
      removed: [{ organizationId, itemKind: 'span', quantity: rows, bytes: 0 }],
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
