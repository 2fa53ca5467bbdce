import { limits } from '@seismo/protocol';
import {
  eventsOfEndUser,
  feedbackOfEndUser,
  hasUserKey,
  eventKeysOf,
  identifierKinds,
  readIdentifiers,
  sessionKeysOf,
  type EndUserIdentifier,
} from '#domain/end-users/identifiers.ts';
import { isEnvelopeOf } from '#domain/end-users/in-text.ts';
import { permissions } from '#domain/permissions/permissions.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import type { Project } from '#store/state/contract.ts';
import type { QueryRows } from '#store/telemetry/queries/index.ts';
import type { QueryDeps, ServerQueryDeps } from '../deps.ts';
import { projectsNamed } from '../projects/projects.ts';
import type {
  EndUserDeadLetters,
  EndUserProject,
  EndUserReport,
  EndUserRequest,
  FoundRows,
  RelatedIdentifier,
} from './views.ts';

const EXAMPLE_COUNT = 3;
const IDENTITY_COUNT_MAX = 200;
const RELATED_COUNT_MAX = 50;

/** Project by project, so that one is in memory at a time. */
export async function findEndUser(deps: QueryDeps, viewer: Viewer, request: EndUserRequest): Promise<EndUserReport> {
  const identifiers = readIdentifiers(request.identifiers);
  const projects = await projectsNamed(deps, viewer, permissions.findEndUser, request.projects);
  const found: EndUserProject[] = [];
  const identities: QueryRows['endUserIdentities'][] = [];
  for (const project of projects) {
    const of = eventsOfEndUser(identifiers);
    const ofProject = await deps.telemetry.query('endUserIdentities', {
      projectId: project.id,
      of,
      count: IDENTITY_COUNT_MAX,
    });
    identities.push(...ofProject);
    const report = await projectReport(deps, project, identifiers, ofProject[0]);
    const { events, thinned, sessions, spans, feedback } = report;
    if (events.count + thinned.count + sessions.count + spans.count + feedback.count > 0) found.push(report);
  }
  return { searchedProjects: projects.length, projects: found, related: relatedOf(identities, identifiers) };
}

async function projectReport(
  deps: QueryDeps,
  { id: projectId, slug, name }: Project,
  identifiers: EndUserIdentifier[],
  all: QueryRows['endUserIdentities'] | undefined,
): Promise<EndUserProject> {
  const { telemetry } = deps;
  const of = eventsOfEndUser(identifiers);
  const examples = all
    ? await telemetry.query('endUserEvents', { projectId, of, before: null, count: EXAMPLE_COUNT })
    : [];
  const [attached] = all ? await telemetry.query('attachmentSums', { projectId, of }) : [];
  const [thinned] = await telemetry.query('thinnedSums', { projectId, ...eventKeysOf(identifiers) });
  const [sessions] = await telemetry.query('sessionSums', { projectId, ...sessionKeysOf(identifiers) });
  const [spans] = await telemetry.query('spanSums', { projectId, ...eventKeysOf(identifiers) });
  return {
    project: { slug, name },
    events: {
      count: all?.total ?? 0,
      firstAtMs: all?.firstSeenAtMs ?? null,
      lastAtMs: all?.lastSeenAtMs ?? null,
      examples: examples.map(({ eventId, title, atMs }) => ({ eventId, title, atMs })),
    },
    thinned: {
      count: thinned?.events ?? 0,
      firstAtMs: thinned?.firstAtMs ?? null,
      lastAtMs: thinned?.lastAtMs ?? null,
    },
    attachments: { count: attached?.attachments ?? 0, bytes: attached?.bytes ?? 0 },
    sessions: {
      count: sessions?.sessions ?? 0,
      firstAtMs: sessions?.firstAtMs ?? null,
      lastAtMs: sessions?.lastAtMs ?? null,
    },
    spans: { count: spans?.spans ?? 0, firstAtMs: spans?.firstAtMs ?? null, lastAtMs: spans?.lastAtMs ?? null },
    feedback: await feedbackReport(deps, projectId, identifiers),
  };
}

async function feedbackReport(
  { state }: QueryDeps,
  projectId: Project['id'],
  identifiers: EndUserIdentifier[],
): Promise<EndUserProject['feedback']> {
  const found: FoundRows = { count: 0, firstAtMs: null, lastAtMs: null };
  const examples: EndUserProject['feedback']['examples'] = [];
  for (let after = 0; ;) {
    const page = await state.feedbackOfEndUser(
      projectId,
      feedbackOfEndUser(identifiers),
      after,
      limits.END_USER_STEP_COUNT,
    );
    for (const { id, message, atMs } of page) {
      found.count += 1;
      found.firstAtMs = Math.min(found.firstAtMs ?? atMs, atMs);
      found.lastAtMs = Math.max(found.lastAtMs ?? atMs, atMs);
      if (examples.length < EXAMPLE_COUNT) examples.push({ id, message, atMs });
    }
    if (page.length < limits.END_USER_STEP_COUNT) return { ...found, examples };
    after = page.at(-1)!.id;
  }
}

/** The other identifiers of the events. They are only proposed: the search does not follow them. */
function relatedOf(
  identities: readonly QueryRows['endUserIdentities'][],
  identifiers: readonly EndUserIdentifier[],
): RelatedIdentifier[] {
  const known = eventKeysOf(identifiers);
  const related = new Map<string, RelatedIdentifier>();
  for (const { userKey, email, username, ip, events } of identities) {
    const named = [userKey, `email:${email}`, `username:${username}`, `ip:${ip}`].flatMap(identifierOf);
    for (const [key, identifier] of new Map(named.map((each) => [keyOf(each), each]))) {
      if (hasUserKey(key, known)) continue;
      related.set(key, { ...identifier, events: events + (related.get(key)?.events ?? 0) });
    }
  }
  return [...related.values()].sort((a, b) => b.events - a.events).slice(0, RELATED_COUNT_MAX);
}

/** None without a value. */
function identifierOf(userKey: string): EndUserIdentifier[] {
  const at = userKey.indexOf(':');
  const value = userKey.slice(at + 1);
  const kind = identifierKinds.find((each) => each === userKey.slice(0, at));
  return kind && value !== '' ? [{ kind, value }] : [];
}

function keyOf({ kind, value }: EndUserIdentifier): string {
  return `${kind}:${kind === 'email' ? value.toLowerCase() : value}`;
}

/** Searches the reports that could not be processed, in parts. The deletion searches them as well. */
export async function findEndUserDeadLetters(
  deps: ServerQueryDeps,
  viewer: Viewer,
  request: EndUserRequest,
): Promise<EndUserDeadLetters[]> {
  const identifiers = readIdentifiers(request.identifiers);
  const isTheirs = isEnvelopeOf(identifiers);
  const found: EndUserDeadLetters[] = [];
  for (const { id, slug, name } of await projectsNamed(deps, viewer, permissions.findEndUser, request.projects)) {
    let count = 0;
    for (let after = 0; ;) {
      const letters = await deps.journal.readDeadLetters(id, after, limits.DEAD_LETTER_READ_BYTES);
      if (letters.length === 0) break;
      count += letters.filter(isTheirs).length;
      after = letters.at(-1)!.id;
    }
    if (count > 0) found.push({ project: { slug, name }, count });
  }
  return found;
}
