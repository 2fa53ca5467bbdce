import { mapFaults, type EventPayload, type MapFault, type ProjectId } from '@seismo/protocol';
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
const REPAIR_COUNT_MAX = 5;

type Cell = QueryRows['mapCoverage'];

/** How well a project's source maps work: what became of the frames of its events of the last 24 hours, and why. */
export async function sourceMapCheck(deps: QueryDeps, viewer: Viewer, projectSlug: string): Promise<SourceMapCheck> {
  const { id } = await projectNamed(deps, viewer, readsReleases, projectSlug);
  const toMs = deps.clock.now();
  // Clients' clocks may be ahead by what is not worth correcting.
  const range = { fromMs: toMs - periodMs, toMs: Number.MAX_SAFE_INTEGER };
  const [cells, newestUploadAtMs, repairs] = await Promise.all([
    deps.telemetry.query('mapCoverage', { projectId: id, range }),
    deps.state.newestUploadAtMs(id),
    deps.state.repairsOf(id, REPAIR_COUNT_MAX),
  ]);
  const releases = Map.groupBy(cells, ({ release }) => release);
  const faulty = cells.filter(({ fault }) => isFault(fault));
  const faults = [...Map.groupBy(faulty, ({ fault }) => fault as MapFault)]
    .map(([fault, ofFault]) => ({ fault, ofFault: ofFault.toSorted((a, b) => b.frames - a.frames) }))
    .toSorted((a, b) => rankOf(a.fault) - rankOf(b.fault) || sum(b.ofFault, 'frames') - sum(a.ofFault, 'frames'));
  return {
    fromMs: range.fromMs,
    newestUploadAtMs,
    repairs: repairs.map(({ id: repair, release, dist, askedAtMs, total, done, mended, endedAtMs }) => ({
      id: repair,
      release,
      dist,
      askedAtMs,
      total,
      done,
      mended,
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
    unmapped: sum(faulty.filter(isUnmapped), 'frames'),
    releases: [...releases]
      .map(([release, ofRelease]) => ({
        release,
        events: ofRelease.find(({ fault }) => fault === '')?.events ?? 0,
        mapped: ofRelease.find(({ fault }) => fault === '')?.frames ?? 0,
        unmapped: sum(ofRelease.filter(isUnmapped), 'frames'),
        faults: ofRelease
          .filter(({ fault }) => isFault(fault))
          .map(({ fault, frames, events }) => ({ fault: fault as MapFault, frames, events })),
      }))
      .toSorted((a, b) => b.events - a.events),
    faults: await Promise.all(
      faults.map(async ({ fault, ofFault }) => ({
        fault,
        ...mapFaults[fault],
        frames: sum(ofFault, 'frames'),
        events: sum(ofFault, 'events'),
        releases: ofFault.length,
        examples: await examplesOf(deps, id, ofFault.slice(0, EXAMPLE_COUNT_MAX)),
      })),
    ),
  };
}

/** The newest event of each release, with the files that have the fault and what would have been needed. */
async function examplesOf(
  { telemetry, state }: QueryDeps,
  projectId: ProjectId,
  cells: Cell[],
): Promise<SourceMapCheck['faults'][number]['examples']> {
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

function isFault(fault: string): fault is MapFault {
  return Object.hasOwn(mapFaults, fault);
}

/** First what a person can mend and hides their code, then what only hides its text, last what nobody can mend. */
function rankOf(fault: MapFault): number {
  if (fault === 'no-position') return 2;
  return fault === 'source-content-missing' ? 1 : 0;
}

function isUnmapped({ fault }: Cell): boolean {
  return isFault(fault) && fault !== 'source-content-missing';
}

function sum(cells: Cell[], what: 'frames' | 'events'): number {
  return cells.reduce((total, cell) => total + cell[what], 0);
}
