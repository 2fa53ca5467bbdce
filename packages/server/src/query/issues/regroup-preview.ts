import { limits, type EventId, type IssueId } from '@seismo/protocol';
import type { Issue } from '#store/state/contract.ts';
import type { QueryRows } from '#store/telemetry/queries/index.ts';
import type { QueryDeps } from '../deps.ts';
import { issueNamed } from './issue.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';

/** The groups that an issue's events would have with the source maps that were uploaded after them. */
export interface RegroupPreview {
  /** Of all groups. */
  events: number;
  /** Events that stay as they are. */
  staying: number;
  /** Those with most events first. */
  groups: RegroupPreviewGroup[];
}

export interface RegroupPreviewGroup {
  hash: string;
  /** `here`: the group stays, and its later events join the issue. */
  to: 'here' | 'new-issue' | { shortId: string; title: string; culprit: string };
  events: number;
  firstSeenAtMs: number;
  lastSeenAtMs: number;
  /** Of the newest event with its content, if any. */
  eventId: EventId | null;
  title: string;
  culprit: string;
}

/** `null`: everything is where its maps would have it. */
export async function previewRegroupBySourceMap(
  deps: QueryDeps,
  viewer: Viewer,
  shortId: string,
): Promise<RegroupPreview | null> {
  const issue = await issueNamed(deps, viewer, 'event:read', shortId);
  const { rows, issueByHash, ownHash } = await groupsToMove(deps, issue);
  if (rows.length === 0) return null;
  const targets = new Map(
    (await deps.state.issuesByIds([...new Set(issueByHash.values())])).map((one) => [one.id, one]),
  );
  const events = rows.reduce((sum, row) => sum + row.events, 0);
  const groups = [...Map.groupBy(rows, ({ mappedHash }) => mappedHash)].map(([hash, sameHash]): RegroupPreviewGroup => {
    const home = targets.get(issueByHash.get(hash) as IssueId);
    const newest = sameHash.reduce((one, other) => (other.lastSeenAtMs > one.lastSeenAtMs ? other : one));
    return {
      hash,
      to: home
        ? { shortId: home.shortId, title: titleOf(home), culprit: home.culprit }
        : hash === ownHash
          ? 'here'
          : 'new-issue',
      events: sameHash.reduce((sum, row) => sum + row.events, 0),
      firstSeenAtMs: Math.min(...sameHash.map(({ firstSeenAtMs }) => firstSeenAtMs)),
      lastSeenAtMs: newest.lastSeenAtMs,
      eventId: newest.eventId,
      title: newest.title,
      culprit: newest.culprit,
    };
  });
  return {
    events,
    staying: Math.max(0, issue.eventCount - events),
    groups: groups.toSorted((one, other) => other.events - one.events),
  };
}

export interface GroupsToMove {
  /** By current hash and mapped hash. */
  rows: QueryRows['groupsByMap'][];
  /** Issues that have such a hash already. */
  issueByHash: Map<string, IssueId>;
  /** The hash that the issue gets: among those without an issue, the one with the most events. */
  ownHash: string | null;
}

/** An issue with its own mapped hash gets no second one: other source is another bug. */
export async function groupsToMove(
  { telemetry, state }: Pick<QueryDeps, 'telemetry' | 'state'>,
  issue: Issue,
): Promise<GroupsToMove> {
  const { id: issueId, projectId } = issue;
  const count = limits.REGROUP_GROUP_COUNT_MAX;
  const found = await telemetry.query('groupsByMap', { projectId, issueId, count });
  const issueByHash = await state.issuesByHash(projectId, [...new Set(found.map(({ mappedHash }) => mappedHash))]);
  const hasOwn = [...issueByHash.values()].includes(issueId);
  const rows = found.filter(({ mappedHash }) => issueByHash.get(mappedHash) !== issueId);
  const free = hasOwn ? undefined : rows.find(({ mappedHash }) => !issueByHash.has(mappedHash));
  return { rows, issueByHash, ownHash: free?.mappedHash ?? null };
}

function titleOf({ type, value }: Issue): string {
  return [type, value].filter((part) => part !== '').join(': ');
}
