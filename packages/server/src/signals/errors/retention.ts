import { limits, type EventId, type IssueId } from '@seismo/protocol';
import type { Need, RemovalStep, RetainedProject, Retention, Stores } from '#pipeline/signal.ts';
import type { QueryRows } from '#store/telemetry/queries/index.ts';
import type { Range } from '#store/telemetry/queries/query.ts';
import { daysAgo, hoursToRemove } from '#pipeline/hours-to-remove.ts';

const HOUR_MS = 3_600_000;
const ISSUE_COUNT_MAX = 100;
/** Events that are compared at once; a longer issue is thinned by parts of its time. */
const COMPARED_COUNT_MAX = 200_000;
const allTime: Range = { fromMs: -(2 ** 52), toMs: 2 ** 52 };

/**
 * Events lose their content by age, and before that for the disk budget: repeats first, then all but the first and the last
 * of each hash, then the oldest. Those that people refer to go last. Their IDs and users go later, their counts never.
 */
export function eventRetention({ telemetry, state }: Pick<Stores, 'telemetry' | 'state'>): Retention {
  async function thin(
    { organizationId, projectId }: RetainedProject,
    events: readonly QueryRows['oldEvents'][],
  ): Promise<RemovalStep | null> {
    if (events.length === 0) return null;
    const eventIds = events.map(({ eventId }) => eventId);
    const blobs = await telemetry.query('attachedBlobs', { projectId, eventIds, range: null });
    const bytes = events.reduce((sum, { bodyBytes }) => sum + bodyBytes, 0);
    const event = { organizationId, itemKind: 'event' as const, quantity: events.length, bytes };
    const attachments = blobs.reduce((sum, blob) => sum + blob.attachments, 0);
    const attachmentBytes = blobs.reduce((sum, blob) => sum + blob.bytes, 0);
    return {
      projectId,
      changes: [{ projectId, thin: eventIds }],
      deleteBlobs: blobs.filter(({ isSole }) => isSole).map(({ blobKey }) => blobKey),
      removed: [
        event,
        ...(attachments > 0
          ? [{ organizationId, itemKind: 'attachment' as const, quantity: attachments, bytes: attachmentBytes }]
          : []),
      ],
    };
  }

  async function countOnly({ projectId, nowMs }: RetainedProject, days: number): Promise<RemovalStep | null> {
    const untilMs = daysAgo(nowMs, days);
    const old = await hoursToRemove(telemetry, { table: 'thinned', projectId, untilMs });
    if (old === null) return null;
    return { projectId, changes: [{ projectId, countOnly: old.range }], deleteBlobs: [], removed: [] };
  }

  /** Repeated events of one issue. */
  async function repeats(project: RetainedProject, issueId: IssueId, cap: number): Promise<RemovalStep | null> {
    const { projectId, nowMs } = project;
    const keepIds = await state.eventsReferredTo({ projectId, issueId }, nowMs);
    for (const part of await partsOf(project, issueId)) {
      const share = part.events / Math.max(part.events, part.all);
      const events = await telemetry.query('thinnableEvents', {
        projectId,
        issueId,
        range: part.range,
        cap: cap === 0 ? 0 : Math.max(1, Math.round(cap * share)),
        keepIds,
        count: limits.RETENTION_STEP_ROW_COUNT_MAX,
      });
      const step = await thin(project, events);
      if (step) return step;
    }
    return null;
  }

  /** The time of an issue in parts that can be compared at once. */
  async function partsOf({ projectId }: RetainedProject, issueId: IssueId) {
    const hours = await telemetry.query('storedSeries', { projectId, issueId, bucketMs: HOUR_MS });
    const all = hours.reduce((sum, hour) => sum + hour.events, 0);
    const parts: { range: Range; events: number; all: number }[] = [];
    for (const { bucketAtMs, events } of hours) {
      const last = parts.at(-1);
      if (last && last.events + events <= COMPARED_COUNT_MAX) {
        last.range.toMs = bucketAtMs + HOUR_MS;
        last.events += events;
      } else parts.push({ range: { fromMs: bucketAtMs, toMs: bucketAtMs + HOUR_MS }, events, all });
    }
    return parts;
  }

  /** The oldest events, without those that people refer to until nothing else is left. */
  async function oldest(project: RetainedProject, days: number, keepIds: EventId[]): Promise<RemovalStep | null> {
    const { projectId, nowMs } = project;
    const found = await telemetry.query('oldEvents', {
      projectId,
      untilMs: days === 0 ? allTime.toMs : daysAgo(nowMs, days),
      keepIds,
      count: limits.RETENTION_STEP_ROW_COUNT_MAX,
    });
    return thin(project, found);
  }

  return {
    async expire(project) {
      const { eventDays } = project.limits;
      if (eventDays === null) return null;
      const idDays = Math.max(eventDays, limits.EVENT_ID_DAYS_MIN);
      return (await oldest(project, eventDays, [])) ?? (await countOnly(project, idDays));
    },

    async thin(projects, { repeatsMax, detailDays, eventDays }: Need) {
      const ours = new Map(projects.map((project) => [project.projectId, project]));
      const issues =
        repeatsMax === Infinity
          ? []
          : await telemetry.query('thinnableIssues', { cap: repeatsMax, count: ISSUE_COUNT_MAX });
      for (const { projectId, issueId } of issues) {
        const project = ours.get(projectId);
        const step = project && (await repeats(project, issueId, repeatsMax));
        if (step) return step;
      }
      for (const project of projects) {
        const { projectId, nowMs } = project;
        const step =
          (await countOnly(project, detailDays)) ??
          (eventDays === Infinity
            ? null
            : await oldest(
                project,
                eventDays,
                eventDays > 0 ? await state.eventsReferredTo({ projectId, issueId: null }, nowMs) : [],
              ));
        if (step) return step;
      }
      return null;
    },
  };
}
