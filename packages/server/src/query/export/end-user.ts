import { limits } from '@seismo/protocol';
import {
  eventsOfEndUser,
  feedbackOfEndUser,
  readIdentifiers,
  sessionKeysOf,
  type EndUserIdentifier,
} from '#domain/end-users/identifiers.ts';
import { permissions } from '#domain/permissions/permissions.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import { decodeBody } from '#store/bodies/body.ts';
import type { Project } from '#store/state/contract.ts';
import type { EventCursor } from '#store/telemetry/queries/query.ts';
import type { QueryDeps } from '../deps.ts';
import type { EndUserRequest } from '../end-users/views.ts';
import { projectsNamed } from '../projects/projects.ts';
import { attachmentsOf } from './attachments.ts';
import { bytesOf } from './stream.ts';
import type { Export } from './views.ts';

type Line = { kind: 'event' | 'attachment' | 'session' | 'feedback'; data: object };

const PAGE_COUNT = limits.API_PAGE_COUNT_MAX;

/** All data of one end user: one JSON object a line, with the kind of the record and its project. */
export async function exportEndUser(deps: QueryDeps, viewer: Viewer, request: EndUserRequest): Promise<Export> {
  const identifiers = readIdentifiers(request.identifiers);
  const projects = await projectsNamed(deps, viewer, permissions.exportEndUser, request.projects);
  const lines = async function* () {
    for (const project of projects) {
      for await (const { kind, data } of linesOf(deps, project, identifiers)) {
        yield `${JSON.stringify({ kind, project: project.slug, data })}\n`;
      }
    }
  };
  return {
    filename: 'end-user.ndjson',
    contentType: 'application/x-ndjson; charset=utf-8',
    rows: null,
    rowsMax: Infinity,
    body: bytesOf(lines()),
  };
}

async function* linesOf(deps: QueryDeps, project: Project, identifiers: EndUserIdentifier[]): AsyncGenerator<Line> {
  const { state, telemetry } = deps;
  const projectId = project.id;
  const of = eventsOfEndUser(identifiers);
  for (let before: EventCursor | null = null; ;) {
    const events: EventCursor[] = await telemetry.query('endUserEvents', { projectId, of, before, count: PAGE_COUNT });
    for (const { eventId, atMs } of events) {
      const [row] = await telemetry.query('eventById', { projectId, eventId, atMs });
      // The event may have been deleted meanwhile.
      if (!row) continue;
      yield { kind: 'event', data: (await decodeBody(row.body)).event };
      for await (const data of attachmentsOf(deps, projectId, eventId)) yield { kind: 'attachment', data };
    }
    if (events.length < PAGE_COUNT) break;
    before = events.at(-1)!;
  }
  for (let after = 0; ;) {
    const page = await state.feedbackOfEndUser(projectId, feedbackOfEndUser(identifiers), after, PAGE_COUNT);
    for (const { id: _, statusUserId: __, ...data } of page) {
      yield { kind: 'feedback', data };
      for await (const file of attachmentsOf(deps, projectId, data.feedbackId))
        yield { kind: 'attachment', data: file };
    }
    if (page.length < PAGE_COUNT) break;
    after = page.at(-1)!.id;
  }
  for (let offset = 0; ; offset += PAGE_COUNT) {
    const keys = sessionKeysOf(identifiers);
    const page = await telemetry.query('sessionsOfEndUser', { projectId, ...keys, offset, count: PAGE_COUNT });
    for (const data of page) yield { kind: 'session', data };
    if (page.length < PAGE_COUNT) return;
  }
}
