import { limits, type ProjectId } from '@seismo/protocol';
import { thinAtBytes } from '#platform/disk-budget.ts';
import { permissions } from '#domain/permissions/permissions.ts';
import { organizationsFor, type Viewer } from '#domain/permissions/viewer.ts';
import type { QueryRows } from '#store/telemetry/queries/index.ts';
import type { ServerQueryDeps } from '../deps.ts';
import { projectsNamed } from '../projects/projects.ts';
import type { StorageView } from './views.ts';

const DAY_MS = 86_400_000;
const REMOVAL_DAYS = 30;
const RATE_DAYS = 7;

/** What is stored of each project, what retention removed, and for those who manage storage, how full the server is. */
export async function storage(
  deps: ServerQueryDeps,
  viewer: Viewer,
  projectSlugs: readonly string[],
): Promise<StorageView> {
  const projects = await projectsNamed(deps, viewer, 'project:read', projectSlugs);
  const projectIds = projects.map(({ id }) => id);
  const nowMs = deps.clock.now();
  const [amounts, space, removed] = await Promise.all([
    // Of all projects, because they share one file.
    deps.telemetry.query('storedAmounts', { projectIds: (await deps.state.allProjects()).map(({ id }) => id) }),
    deps.telemetry.space(),
    deps.telemetry.query('removalLog', {
      projectIds,
      range: { fromMs: nowMs - REMOVAL_DAYS * DAY_MS, toMs: nowMs + DAY_MS },
      bucketMs: DAY_MS,
    }),
  ]);
  const bytesOf = bytesPerProject(amounts, space.bytes - space.freeBytes);
  const slugOf = new Map(projects.map(({ id, slug }) => [id, slug]));
  const status = deps.space.status();
  const mayManage = organizationsFor(viewer, permissions.diskSpace).length > 0;
  return {
    projects: projects
      .map(({ id, slug }) => {
        const of = (kind: string) => amounts.find((row) => row.projectId === id && row.kind === kind);
        return {
          project: slug,
          events: of('events')?.rows ?? 0,
          thinnedEvents: (of('thinned')?.rows ?? 0) + (of('counted')?.rows ?? 0),
          eventBytes: bytesOf.get(id) ?? 0,
          attachments: of('attachments')?.rows ?? 0,
          attachmentBytes: of('attachments')?.bytes ?? 0,
          sessions: of('sessions')?.rows ?? 0,
          spans: of('spans')?.rows ?? 0,
        };
      })
      .toSorted((a, b) => b.eventBytes + b.attachmentBytes - a.eventBytes - a.attachmentBytes),
    removed: removed.slice(0, limits.REMOVAL_VISIBLE_COUNT_MAX).map(({ bucketAtMs, projectId, ...row }) => ({
      ...row,
      project: slugOf.get(projectId)!,
      dayAtMs: bucketAtMs,
    })),
    disk: mayManage
      ? {
          ...status,
          thinAtBytes: thinAtBytes(status.budgetBytes),
          spanBytes: space.spanBytes,
          bytesPerDay: await bytesPerDay(deps, amounts, space, nowMs),
        }
      : null,
  };
}

/** The bodies of a project's events, and its share, by rows, of everything else in the file. */
function bytesPerProject(amounts: readonly QueryRows['storedAmounts'][], usedBytes: number): Map<ProjectId, number> {
  const inFile = amounts.filter(({ kind }) => kind !== 'attachments' && kind !== 'counted');
  const bodies = amounts.filter(({ kind }) => kind === 'events');
  const rest = Math.max(0, usedBytes - sum(bodies, ({ bytes }) => bytes));
  const perRow =
    rest /
    Math.max(
      1,
      sum(inFile, ({ rows }) => rows),
    );
  return new Map(
    [...Map.groupBy(inFile, ({ projectId }) => projectId)].map(([projectId, own]) => [
      projectId,
      Math.round(sum(own, ({ kind, rows, bytes }) => rows * perRow + (kind === 'events' ? bytes : 0))),
    ]),
  );
}

/** What arrives at the server in a day at the rate of the last days, as it is stored. `null` without a whole day. */
async function bytesPerDay(
  { telemetry, state }: ServerQueryDeps,
  amounts: readonly QueryRows['storedAmounts'][],
  { bytes, freeBytes }: { bytes: number; freeBytes: number },
  nowMs: number,
): Promise<number | null> {
  const projects = await state.allProjects();
  const days = Math.min(
    RATE_DAYS,
    (nowMs - Math.min(nowMs, ...projects.map(({ createdAtMs }) => createdAtMs))) / DAY_MS,
  );
  const stored = sum(
    amounts.filter(({ kind }) => kind === 'events'),
    ({ rows }) => rows,
  );
  if (days < 1 || stored === 0) return null;
  const projectIds = projects.map(({ id }) => id);
  const hours = await telemetry.query('storedPerHour', {
    projectIds,
    itemKinds: ['event'],
    range: { fromMs: nowMs - days * DAY_MS, toMs: nowMs },
  });
  const perDay = sum(hours, ({ quantity }) => quantity) / days;
  const attachmentBytes = sum(
    amounts.filter(({ kind }) => kind === 'attachments'),
    (row) => row.bytes,
  );
  return Math.round(perDay * ((bytes - freeBytes + attachmentBytes) / stored));
}

function sum<Row>(rows: readonly Row[], numberOf: (row: Row) => number): number {
  return rows.reduce((total, row) => total + numberOf(row), 0);
}
