import { limits, type IssueId, type ProjectId } from '@seismo/protocol';
import type { StateFacts } from '#pipeline/state-facts.ts';
import type { FirstEvent, IssueFacts, SearchText, Sighting } from '#store/state/contract.ts';
import type { EventRow } from '#store/telemetry/contract.ts';
import { platformOfSdk, isTest } from './detect-platform.ts';
import type { PreparedEvent } from './steps/encode-event.ts';

/** The rows of prepared events whose issues exist. */
export function eventRows(events: PreparedEvent[], issueOf: (event: PreparedEvent) => IssueId): EventRow[] {
  return events.map((event) => ({ ...event.row, issueId: issueOf(event) }));
}

/** Sums the facts of events for issues, releases and environments. `rows` are the same events. */
export function addEventFacts(
  facts: StateFacts,
  events: PreparedEvent[],
  rows: EventRow[],
  owners: ReadonlyMap<IssueId, NonNullable<IssueFacts['owner']>>,
  atMs: number,
): void {
  const issues = new Map<IssueId, IssueFacts & Gathered>();
  const texts = new Map<IssueId, Set<SearchText>>();
  const firstEvents = new Map<ProjectId, FirstEvent>();

  rows.forEach((row, index) => {
    const ofIssue = texts.get(row.issueId) ?? new Set();
    texts.set(row.issueId, ofIssue);
    for (const text of events[index]!.texts) ofIssue.add(text);
    const { seed, digestOnly } = events[index]!;
    const { type, value } = seed;
    const headline = { level: row.level, type, value, culprit: row.culprit, handled: row.handled };
    const issue = issues.get(row.issueId);
    if (!issue) {
      issues.set(row.issueId, {
        issueId: row.issueId,
        events: 1,
        userKeys: [],
        users: new Set(row.userKey ? [row.userKey] : []),
        seenIn: new Map(),
        seenWhere: new Set(),
        environments: [],
        byHour: new Map(),
        sightings: [],
        hours: [],
        firstSeenAtMs: row.atMs,
        lastSeenAtMs: row.atMs,
        firstRelease: row.release,
        lastRelease: row.release,
        ...(digestOnly && { digestOnly: true as const }),
        namedAtMs: row.atMs,
        ...headline,
      });
    } else {
      issue.events++;
      if (row.userKey) issue.users.add(row.userKey);
      if (row.atMs < issue.firstSeenAtMs) Object.assign(issue, { firstSeenAtMs: row.atMs, firstRelease: row.release });
      if (row.atMs >= issue.lastSeenAtMs) Object.assign(issue, { lastSeenAtMs: row.atMs, lastRelease: row.release });
      if (!digestOnly && (issue.digestOnly || row.atMs >= issue.namedAtMs)) {
        delete issue.digestOnly;
        Object.assign(issue, { namedAtMs: row.atMs, ...headline });
      }
    }
    const { seenIn, seenWhere, byHour } = issues.get(row.issueId)!;
    seenWhere.add(row.environment);
    seenIn.set(row.release, Math.max(latestMs(row), seenIn.get(row.release) ?? 0));
    const hour = Math.floor(Math.min(row.atMs, atMs) / hourMs);
    byHour.set(hour, (byHour.get(hour) ?? 0) + 1);
    if (isTest(row)) return;
    facts.saw(row, row.atMs, 1);
    const first = firstEvents.get(row.projectId) ?? { projectId: row.projectId, atMs: row.atMs, platform: '' };
    const platform = first.platform || platformOfSdk(row);
    firstEvents.set(row.projectId, { ...first, atMs: Math.min(row.atMs, first.atMs), platform });
  });

  for (const { users, seenIn, seenWhere, byHour, namedAtMs: _, ...issue } of issues.values()) {
    facts.issues.push({
      ...issue,
      owner: owners.get(issue.issueId) ?? null,
      userKeys: [...users],
      environments: [...seenWhere],
      sightings: [...seenIn].map(([release, seenAtMs]): Sighting => ({ release, atMs: seenAtMs })),
      hours: [...byHour].map(([hour, count]) => ({ hour, events: count })),
    });
  }
  facts.texts.push(...[...texts].map(([issueId, ofIssue]) => ({ issueId, texts: [...ofIssue] })));
  facts.firstEvents.push(...firstEvents.values());
}

const hourMs = 3_600_000;

interface Gathered {
  users: Set<string>;
  seenIn: Map<string, number>;
  seenWhere: Set<string>;
  byHour: Map<number, number>;
  /** The time of the newest event with details of the error. */
  namedAtMs: number;
}

/** The latest possible time of an event: a client's clock may be behind by less than is corrected. */
function latestMs({ atMs, receivedAtMs }: EventRow): number {
  return Math.min(receivedAtMs, atMs + limits.CLOCK_DRIFT_MS_MIN);
}
