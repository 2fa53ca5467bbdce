import { limits, type IssueId, type ProjectId } from '@seismo/protocol';
import { decodeBody } from '#store/bodies/body.ts';
import type { FirstSeen, IssueRecount, State, StateTx } from '#store/state/contract.ts';
import type { Telemetry } from '#store/telemetry/contract.ts';
import type { QueryRows } from '#store/telemetry/queries/index.ts';
import { headlineOf } from '#domain/normalize/headline.ts';

const HOUR_MS = 3_600_000;
/** Older hours no rate looks at; see `escalation.ts`. */
const HOURS_BACK_MS = 31 * 24 * HOUR_MS;

/** The issue rows, counted from the events that are stored now; written with the sequence. */
export async function recount(
  { telemetry, state }: { telemetry: Telemetry; state: State },
  projectId: ProjectId,
  issueIds: IssueId[],
  nowMs: number,
): Promise<(tx: StateTx) => Promise<void>> {
  const sums = new Map((await telemetry.query('issueSums', { projectId, issueIds })).map((row) => [row.issueId, row]));
  const hours = await telemetry.query('issueSeries', {
    projectIds: [projectId],
    issueIds,
    environments: [],
    releases: [],
    where: null,
    range: { fromMs: nowMs - HOURS_BACK_MS, toMs: nowMs + HOUR_MS },
    bucketMs: HOUR_MS,
  });
  const counts: IssueRecount[] = [];
  for (const issueId of issueIds) {
    const sum = sums.get(issueId);
    const endUsers = sum ? await telemetry.query('issueEndUsers', { projectId, issueId }) : [];
    counts.push({
      issueId,
      events: sum?.events ?? 0,
      userKeys: endUsers.map(({ userKey }) => userKey),
      hours: hours
        .filter((row) => row.issueId === issueId)
        .map(({ bucketAtMs, events }) => ({ hour: Math.floor(bucketAtMs / HOUR_MS), events })),
      firstSeen: sum ? await firstSeenOf(telemetry, projectId, issueId) : [],
      seen: sum ? await seenOf(telemetry, state, projectId, sum) : null,
    });
  }
  return (tx) => tx.recountIssues(counts, nowMs);
}

async function firstSeenOf(telemetry: Telemetry, projectId: ProjectId, issueId: IssueId): Promise<FirstSeen[]> {
  const kinds = (['environment', 'release'] as const).map(async (kind) => {
    const groups = await telemetry.query('eventGroups', {
      projectIds: [projectId],
      environments: [],
      where: { all: [{ issueIds: [issueId] }, { not: { column: kind, is: [''] } }] },
      range: { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER },
      by: [{ column: kind }],
      order: { measure: 'firstSeenAtMs', descending: true },
      offset: 0,
      count: limits.FIRST_SEEN_COUNT_MAX,
    });
    return groups.map(({ keys, firstSeenAtMs }) => ({ kind, value: keys[0]!, atMs: firstSeenAtMs }));
  });
  return (await Promise.all(kinds)).flat();
}

async function seenOf(
  telemetry: Telemetry,
  state: State,
  projectId: ProjectId,
  { issueId, eventId, firstSeenAtMs, lastSeenAtMs, firstRelease, lastRelease }: QueryRows['issueSums'],
): Promise<IssueRecount['seen']> {
  const [newest] = eventId === null ? [] : await telemetry.query('eventById', { projectId, eventId, atMs: null });
  const times = { firstSeenAtMs, lastSeenAtMs, firstRelease, lastRelease };
  const stored = newest && (await decodeBody(newest.body));
  if (!stored || stored.grouping.method === 'digest') {
    // No event has details of the error, so the issue keeps its headline.
    const issue = (await state.issueById(issueId))!;
    return {
      ...times,
      level: issue.level,
      type: issue.type,
      value: issue.value,
      culprit: issue.culprit,
      handled: issue.handled,
    };
  }
  const { level, culprit, handled, title } = newest;
  const headline = headlineOf(stored.event);
  // The title of an event is its whole headline.
  const { type, value } = headline.title === title ? headline : { type: title, value: '' };
  return { ...times, level, type, value, culprit, handled };
}
