import { mappingErrors, type EventPayload, type MappingErrorCode, type ProjectId } from '@seismo/protocol';
import { decodeBody } from '#store/bodies/body.ts';
import type { QueryRows } from '#store/telemetry/queries/index.ts';
import { framesOf } from '#domain/events/frames-of-event.ts';
import { pathOf } from '#symbolication/file-url.ts';
import type { QueryDeps } from '../deps.ts';
import { projectNamed } from '../projects/projects.ts';
import type { UnmappedFile, SourceMapCheck } from './views.ts';
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
  const unmappedCells = cells.filter(({ error }) => isMappingError(error));
  const errors = [...Map.groupBy(unmappedCells, ({ error }) => error as MappingErrorCode)]
    .map(([error, sameCells]) => ({ error, sameCells: sameCells.toSorted((a, b) => b.frames - a.frames) }))
    .toSorted((a, b) => rankOf(a.error) - rankOf(b.error) || sum(b.sameCells, 'frames') - sum(a.sameCells, 'frames'));
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
      cells.filter(({ error }) => error === ''),
      'events',
    ),
    mapped: sum(
      cells.filter(({ error }) => error === ''),
      'frames',
    ),
    unmapped: sum(unmappedCells.filter(isUnmapped), 'frames'),
    releases: [...releases]
      .map(([release, ofRelease]) => ({
        release,
        events: ofRelease.find(({ error }) => error === '')?.events ?? 0,
        mapped: ofRelease.find(({ error }) => error === '')?.frames ?? 0,
        unmapped: sum(ofRelease.filter(isUnmapped), 'frames'),
        errors: ofRelease
          .filter(({ error }) => isMappingError(error))
          .map(({ error, frames, events }) => ({ error: error as MappingErrorCode, frames, events })),
      }))
      .toSorted((a, b) => b.events - a.events),
    errors: await Promise.all(
      errors.map(async ({ error, sameCells }) => ({
        error: error,
        ...mappingErrors[error],
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
    cells.map(async ({ release, error, eventId, atMs }) => {
      const [row] = await telemetry.query('eventById', { projectId, eventId, atMs });
      const issue = row && issues.get(row.issueId);
      if (!row || !issue) return [];
      const { event } = await decodeBody(row.body);
      const { dist, title } = row;
      return [{ release, dist, eventId, atMs, title, issueShortId: issue.shortId, files: filesWith(event, error) }];
    }),
  );
  return found.flat();
}

function filesWith(event: EventPayload, error: string): UnmappedFile[] {
  const files = new Map<string, UnmappedFile>();
  for (const frame of framesOf(event).flat()) {
    const { map } = frame;
    if (map?.state === 'mapped' && map.lacks === error) files.set(map.artifact, { path: map.artifact, detail: {} });
    if (map?.state === 'unmapped' && map.why === error) {
      files.set(pathOf(frame), { path: pathOf(frame), detail: map.detail });
    }
  }
  return [...files.values()].slice(0, FILE_COUNT_MAX);
}

function isMappingError(error: string): error is MappingErrorCode {
  return Object.hasOwn(mappingErrors, error);
}

/** Fixable errors that hide in-app code first, then those that hide text, then those without a fix. */
function rankOf(error: MappingErrorCode): number {
  if (error === 'no-position') return 2;
  return error === 'source-content-missing' ? 1 : 0;
}

export function isUnmapped({ error }: Pick<Cell, 'error'>): boolean {
  return isMappingError(error) && error !== 'source-content-missing';
}

function sum(cells: Cell[], what: 'frames' | 'events'): number {
  return cells.reduce((total, cell) => total + cell[what], 0);
}
