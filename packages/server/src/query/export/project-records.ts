import { limits } from '@seismo/protocol';
import type { Feedback, Issue, Project } from '#store/state/contract.ts';
import type { EventCursor } from '#store/telemetry/queries/query.ts';
import type { QueryRows } from '#store/telemetry/queries/index.ts';
import type { QueryDeps } from '../deps.ts';

const PAGE_COUNT = limits.API_PAGE_COUNT_MAX;

/** The issues of a project, oldest first, with their hashes. */
export async function* issuesOf({ state }: QueryDeps, project: Project): AsyncGenerator<Issue & { hashes: string[] }> {
  for (let after = 0; ;) {
    const ids = await state.issueIdsAfter(project.id, after, PAGE_COUNT);
    const hashes = Map.groupBy(await state.fingerprintsOf(ids), ({ issueId }) => issueId);
    for (const issue of await state.issuesByIds(ids)) {
      yield { ...issue, hashes: (hashes.get(issue.id) ?? []).map(({ hash }) => hash) };
    }
    if (ids.length < PAGE_COUNT) return;
    after = ids.at(-1)!;
  }
}

/** Its events with their bodies, oldest first. */
export async function* eventsOf({ telemetry }: QueryDeps, project: Project): AsyncGenerator<QueryRows['eventById']> {
  const projectId = project.id;
  for (let after: EventCursor | null = null; ;) {
    const events: EventCursor[] = await telemetry.query('eventsAfter', { projectId, after, count: PAGE_COUNT });
    for (const { eventId, atMs } of events) {
      const [row] = await telemetry.query('eventById', { projectId, eventId, atMs });
      // The event may have been deleted meanwhile.
      if (row) yield row;
    }
    if (events.length < PAGE_COUNT) return;
    after = events.at(-1)!;
  }
}

/** The states of its sessions, in the order of arrival. */
export async function* sessionsOf(
  { telemetry }: QueryDeps,
  project: Project,
): AsyncGenerator<QueryRows['sessionsAfter']> {
  let [sequence, offset] = [0, 0];
  for (;;) {
    const at = { projectId: project.id, sequence, offset, count: PAGE_COUNT };
    const page = await telemetry.query('sessionsAfter', at);
    yield* page;
    if (page.length < PAGE_COUNT) return;
    const last = page.at(-1)!.sequence;
    const ofLast = page.filter((row) => row.sequence === last).length;
    offset = last === sequence ? offset + page.length : ofLast;
    sequence = last;
  }
}

export async function* feedbackOf({ state }: QueryDeps, project: Project): AsyncGenerator<Feedback> {
  for (let after = 0; ;) {
    const page = await state.feedbackAfter(project.id, after, PAGE_COUNT);
    yield* page;
    if (page.length < PAGE_COUNT) return;
    after = page.at(-1)!.id;
  }
}
