import { mappingErrors, type EventPayload, type MappingErrorCode, type ProjectId } from '@seismo/protocol';
import { decodeBody } from '#store/bodies/body.ts';
import type { QueryRows } from '#store/telemetry/queries/index.ts';
import { framesOf } from '#domain/events/frames-of-event.ts';
import { pathOf } from '#symbolication/file-url.ts';
import type { QueryDeps } from '../deps.ts';
import { projectNamed } from '../projects/projects.ts';
import type { FaultyFile, SourceMapCheck } from './views.ts';
import { readsReleases, type Viewer } from '#domain/permissions/viewer.ts';

const periodMs = 24 * 3600 * 1000;
const EXAMPLE_COUNT_MAX = 4;
const FILE_COUNT_MAX = 5;
const REPROCESS_COUNT_MAX = 5;

type Cell = QueryRows['mapCoverage'];

/** Source map coverage of a project: mapped and unmapped frames of its events of the last 24 hours, with reasons. */
export async function sourceMapCheck(deps: QueryDeps, viewer: Viewer, projectSlug: string): Promise<SourceMapCheck> {
  const { id } = await projectNamed(deps, viewer, readsReleases, projectSlug);
  const toMs = deps.clock.now();
  // Client clocks may be ahead by less than is corrected.
  const range = { fromMs: toMs - periodMs, toMs: Number.MAX_SAFE_INTEGER };
  const [cells, newestUploadAtMs, tasks] = await Promise.all([
    deps.telemetry.query('mapCoverage', { projectId: id, range }),
    deps.state.newestUploadAtMs(id),
    deps.state.reprocessTasksOf(id, REPROCESS_COUNT_MAX),
  ]);
  const releases = Map.groupBy(cells, ({ release }) => release);
  const unmappedCells = cells.filter(({ fault }) => isMappingError(fault));
  const errors = [...Map.groupBy(unmappedCells, ({ fault }) => fault as MappingErrorCode)]
    .map(([fault, sameCells]) => ({ fault, sameCells: sameCells.toSorted((a, b) => b.frames - a.frames) }))
    .toSorted((a, b) => rankOf(a.fault) - rankOf(b.fault) || sum(b.sameCells, 'frames') - sum(a.sameCells, 'frames'));
  return {
    fromMs: range.fromMs,
    newestUploadAtMs,
    reprocessTasks: tasks.map(({ id: taskId, release, dist, requestedAtMs, total, done, mapped, endedAtMs }) => ({
      id: taskId,
      release,
      dist,
      requestedAtMs,
      total,
      done,
      mapped,
      endedAtMs,
    })),
    events: sum(
      cells.filter(({ fault }) => fault === ''),
      'events',
    ),
    mapped: sum(
      cells.filter(({ fault }) => fault === ''),
      'frames',
    ),
    unmapped: sum(unmappedCells.filter(isUnmapped), 'frames'),
    releases: [...releases]
      .map(([release, ofRelease]) => ({
        release,
        events: ofRelease.find(({ fault }) => fault === '')?.events ?? 0,
        mapped: ofRelease.find(({ fault }) => fault === '')?.frames ?? 0,
        unmapped: sum(ofRelease.filter(isUnmapped), 'frames'),
        errors: ofRelease
          .filter(({ fault }) => isMappingError(fault))
          .map(({ fault, frames, events }) => ({ error: fault as MappingErrorCode, frames, events })),
      }))
      .toSorted((a, b) => b.events - a.events),
    errors: await Promise.all(
      errors.map(async ({ fault, sameCells }) => ({
        error: fault,
        ...mappingErrors[fault],
        frames: sum(sameCells, 'frames'),
        events: sum(sameCells, 'events'),
        releases: sameCells.length,
        examples: await examplesOf(deps, id, sameCells.slice(0, EXAMPLE_COUNT_MAX)),
      })),
    ),
  };
}

/** The newest event of each release, with the affected files and the missing map. */
async function examplesOf(
  { telemetry, state }: QueryDeps,
  projectId: ProjectId,
  cells: Cell[],
): Promise<SourceMapCheck['errors'][number]['examples']> {
  const issues = new Map((await state.issuesByIds(cells.map(({ issueId }) => issueId))).map((one) => [one.id, one]));
  const found = await Promise.all(
    cells.map(async ({ release, fault, eventId, atMs }) => {
      const [row] = await telemetry.query('eventById', { projectId, eventId, atMs });
      const issue = row && issues.get(row.issueId);
      if (!row || !issue) return [];
      const { event } = await decodeBody(row.body);
      const { dist, title } = row;
      return [{ release, dist, eventId, atMs, title, issueShortId: issue.shortId, files: filesWith(event, fault) }];
    }),
  );
  return found.flat();
}

function filesWith(event: EventPayload, fault: string): FaultyFile[] {
  const files = new Map<string, FaultyFile>();
  for (const frame of framesOf(event).flat()) {
    const { map } = frame;
    if (map?.state === 'mapped' && map.lacks === fault) files.set(map.artifact, { path: map.artifact, detail: {} });
    if (map?.state === 'unmapped' && map.why === fault) {
      files.set(pathOf(frame), { path: pathOf(frame), detail: map.detail });
    }
  }
  return [...files.values()].slice(0, FILE_COUNT_MAX);
}

function isMappingError(fault: string): fault is MappingErrorCode {
  return Object.hasOwn(mappingErrors, fault);
}

/** Fixable errors that hide in-app code first, then those that hide text, then those without a fix. */
function rankOf(fault: MappingErrorCode): number {
  if (fault === 'no-position') return 2;
  return fault === 'source-content-missing' ? 1 : 0;
}

function isUnmapped({ fault }: Cell): boolean {
  return isMappingError(fault) && fault !== 'source-content-missing';
}

function sum(cells: Cell[], what: 'frames' | 'events'): number {
  return cells.reduce((total, cell) => total + cell[what], 0);
}
