import { limits, readEventId, type EventId, type Grouping, type StoredEvent } from '@seismo/protocol';
import { decodeBody } from '#store/bodies/body.ts';
import type { Issue, IssueName } from '#store/state/contract.ts';
import { Refusal } from '#platform/refusal.ts';
import { compareComponents, type ComparedComponent } from './compare-components.ts';
import type { QueryDeps } from '../deps.ts';
import { issueNamed } from './issue.ts';
import { can, requireSignedIn, type Viewer } from '#domain/permissions/viewer.ts';

/** The hashes of an issue, with the events of each. */
export interface HashView {
  hash: string;
  events: number;
  users: number;
  firstSeenAtMs: number;
  lastSeenAtMs: number;
  /** Of the newest event with its content, if any. */
  eventId: EventId | null;
  title: string;
}

export async function hashes(deps: QueryDeps, viewer: Viewer, shortId: string): Promise<HashView[]> {
  const { id: issueId, projectId } = await issueNamed(deps, viewer, 'event:read', shortId);
  return deps.telemetry.query('hashesOfIssue', { projectId, issueId });
}

/** Whether an operation is done. Unfinished operations reveal nothing. */
export async function isRegrouped({ state }: QueryDeps, viewer: Viewer, id: string): Promise<boolean> {
  requireSignedIn(viewer);
  const done = await state.regroupById(String(id));
  const project = done && (await state.projectById(done.projectId));
  return project !== null && can(viewer, 'event:read', project.organizationId);
}

/** Two events' groupings side by side. */
export interface GroupingComparison {
  events: [ComparedEvent, ComparedEvent];
  components: ComparedComponent[];
  together: boolean;
  /** Why they are in the same issue or in different issues. */
  why: string;
}

export interface ComparedEvent {
  eventId: EventId;
  atMs: number;
  issue: { shortId: string };
  title: string;
  grouping: Grouping;
  /** Its current grouping, which users may have changed. */
  hash: string;
}

export async function compareGrouping(
  deps: QueryDeps,
  viewer: Viewer,
  shortId: string,
  one: string,
  other: string,
): Promise<GroupingComparison> {
  const issue = await issueNamed(deps, viewer, 'event:read', shortId);
  const events = await Promise.all([comparedEvent(deps, issue, one), comparedEvent(deps, issue, other)]);
  const [left, right] = events;
  const components = compareComponents(left.grouping.components, right.grouping.components);
  const together = left.issue.shortId === right.issue.shortId;
  return { events, components, together, why: whyOf(left, right, components, together) };
}

async function comparedEvent(deps: QueryDeps, { projectId }: Issue, id: string): Promise<ComparedEvent> {
  const eventId = readEventId(id);
  const [row] = eventId ? await deps.telemetry.query('eventById', { projectId, eventId, atMs: null }) : [];
  const issue = row && (await deps.state.issueById(row.issueId));
  if (!row || !issue) throw new Refusal('not-found', 'The project has no event with this ID.');
  const { atMs, title, hash } = row;
  const grouping = groupingNow(await decodeBody(row.body), hash);
  return { eventId: row.eventId, atMs, issue: { shortId: issue.shortId }, title, grouping, hash };
}

/** A regrouped event is explained by its mapped frames. */
export function groupingNow({ grouping, mappedGrouping }: StoredEvent, hash: string): Grouping {
  return mappedGrouping?.hash === hash ? mappedGrouping : grouping;
}

function whyOf(left: ComparedEvent, right: ComparedEvent, components: ComparedComponent[], together: boolean): string {
  const differing = components.filter(
    ({ equal, left: one, right: two }) => !equal && (one?.contributes || two?.contributes),
  );
  if (together && left.hash === right.hash) return 'Same issue: all values used for grouping are equal.';
  if (together) {
    return left.grouping.hash === right.grouping.hash
      ? 'Same issue: their issues were merged again after a split.'
      : `Same issue: their issues were merged. Without the merge, they differ in ${listOf(differing)}.`;
  }
  if (left.grouping.hash === right.grouping.hash) {
    return 'Different issues: the events were split. All values used for grouping are equal.';
  }
  return `Different issues: they differ in ${listOf(differing)}.`;
}

const nouns: Record<string, string> = {
  fingerprint: 'the fingerprint',
  exception: 'the exception chain',
  type: 'the error type',
  frame: 'the stack frames used',
  message: 'the message',
  rule: 'the matching rules',
  digest: 'the error digest',
};

function listOf(differing: ComparedComponent[]): string {
  const kinds = [...new Set(differing.map(({ kind }) => nouns[kind] ?? kind))];
  if (kinds.length === 0) return 'the grouping method';
  return kinds.length === 1 ? kinds[0]! : `${kinds.slice(0, -1).join(', ')} and ${kinds.at(-1)}`;
}

/** Possible duplicates within the project: issues with the same type and location. */
export interface SimilarIssue extends IssueName {
  type: string;
  value: string;
  culprit: string;
  events: number;
  lastSeenAtMs: number;
  /** Their common values. */
  why: string;
}

export async function similarIssues(deps: QueryDeps, viewer: Viewer, shortId: string): Promise<SimilarIssue[]> {
  const issue = await issueNamed(deps, viewer, 'event:read', shortId);
  if (issue.type === '' && issue.culprit === '') return [];
  const found = await deps.state.similarIssues(issue, limits.SIMILAR_COUNT_MAX);
  return found.map(({ id, shortId: name, type, value, culprit, eventCount, lastSeenAtMs }) => {
    const sameCulprit = culprit !== '' && culprit === issue.culprit;
    const sameText = value !== '' && value === issue.value;
    const why =
      sameCulprit && sameText
        ? 'same type, message and location'
        : sameCulprit
          ? 'same type and location'
          : 'same type and message';
    return { id, shortId: name, type, value, culprit, events: eventCount, lastSeenAtMs, why };
  });
}

export type { ComparedComponent };
