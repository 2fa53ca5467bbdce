import { limits } from '@seismo/protocol';
import type { IssueFacts, SearchText, Sighting, StateBatch } from '#store/state/contract.ts';
import type { EventRow, SessionRow } from '#store/telemetry/contract.ts';
import { givenAwayBy, isTest } from './detect-platform.ts';
import type { PreparedEvent } from '#pipeline/work.ts';

/**
 * Adds up what a batch's events say about issues, releases and environments, and what its sessions say of the latter two.
 * `rows` are the same events, issues known.
 */
export function stateBatch(
  sequence: number,
  atMs: number,
  events: PreparedEvent[],
  rows: EventRow[],
  sessions: SessionRow[],
  owners: ReadonlyMap<EventRow['issueId'], NonNullable<IssueFacts['owner']>>,
): Omit<StateBatch, 'projectIds'> {
  const issues = new Map<EventRow['issueId'], IssueFacts & Gathered>();
  const releases = new Map<string, StateBatch['releases'][number]>();
  const environments = new Map<string, StateBatch['environments'][number]>();
  const texts = new Map<EventRow['issueId'], Set<SearchText>>();
  const firstEvents = new Map<EventRow['projectId'], StateBatch['firstEvents'][number]>();

  const saw = (row: EventRow | SessionRow, seenAtMs: number, count: number) => {
    const { projectId, organizationId, release: version, environment } = row;
    environments.set(`${projectId}\n${environment}`, { projectId, name: environment });
    if (version === '') return;
    const key = `${projectId}\n${version}`;
    const release = releases.get(key);
    if (!release) {
      const seen = { firstSeenAtMs: seenAtMs, lastSeenAtMs: seenAtMs, events: count };
      releases.set(key, { projectId, organizationId, version, ...seen });
    } else {
      release.events += count;
      release.firstSeenAtMs = Math.min(release.firstSeenAtMs, seenAtMs);
      release.lastSeenAtMs = Math.max(release.lastSeenAtMs, seenAtMs);
    }
  };
  for (const session of sessions) saw(session, session.startedAtMs, 0);
  rows.forEach((row, index) => {
    const said = texts.get(row.issueId) ?? new Set();
    texts.set(row.issueId, said);
    for (const text of events[index]!.texts) said.add(text);
    const { seed, echo } = events[index]!;
    const { type, value } = seed;
    const headline = { level: row.level, type, value, culprit: row.culprit, handled: row.handled };
    const facts = issues.get(row.issueId);
    if (!facts) {
      issues.set(row.issueId, {
        issueId: row.issueId,
        events: 1,
        userKeys: [],
        users: new Set(row.userKey ? [row.userKey] : []),
        seenIn: new Map(),
        byHour: new Map(),
        sightings: [],
        hours: [],
        firstSeenAtMs: row.atMs,
        lastSeenAtMs: row.atMs,
        firstRelease: row.release,
        lastRelease: row.release,
        ...(echo && { echo }),
        namedAtMs: row.atMs,
        ...headline,
      });
    } else {
      facts.events++;
      if (row.userKey) facts.users.add(row.userKey);
      if (row.atMs < facts.firstSeenAtMs) Object.assign(facts, { firstSeenAtMs: row.atMs, firstRelease: row.release });
      if (row.atMs >= facts.lastSeenAtMs) Object.assign(facts, { lastSeenAtMs: row.atMs, lastRelease: row.release });
      if (!echo && (facts.echo || row.atMs >= facts.namedAtMs)) {
        delete facts.echo;
        Object.assign(facts, { namedAtMs: row.atMs, ...headline });
      }
    }
    const { seenIn, byHour } = issues.get(row.issueId)!;
    seenIn.set(row.release, Math.max(latestMs(row), seenIn.get(row.release) ?? 0));
    const hour = Math.floor(Math.min(row.atMs, atMs) / hourMs);
    byHour.set(hour, (byHour.get(hour) ?? 0) + 1);
    if (isTest(row)) return;
    saw(row, row.atMs, 1);
    const first = firstEvents.get(row.projectId) ?? { projectId: row.projectId, atMs: row.atMs, platform: '' };
    const platform = first.platform || givenAwayBy(row);
    firstEvents.set(row.projectId, { ...first, atMs: Math.min(row.atMs, first.atMs), platform });
  });

  return {
    sequence,
    atMs,
    issues: [...issues.values()].map(({ users, seenIn, byHour, namedAtMs: _, ...facts }) => ({
      ...facts,
      owner: owners.get(facts.issueId) ?? null,
      userKeys: [...users],
      sightings: [...seenIn].map(([release, seenAtMs]): Sighting => ({ release, atMs: seenAtMs })),
      hours: [...byHour].map(([each, count]) => ({ hour: each, events: count })),
    })),
    releases: [...releases.values()],
    environments: [...environments.values()],
    texts: [...texts].map(([issueId, said]) => ({ issueId, texts: [...said] })),
    firstEvents: [...firstEvents.values()],
  };
}

const hourMs = 3_600_000;

interface Gathered {
  users: Set<string>;
  seenIn: Map<string, number>;
  byHour: Map<number, number>;
  /** When the newest event happened that knows what the error is. */
  namedAtMs: number;
}

/** When an event can have happened at the latest: a client's clock may be behind by what is not worth correcting. */
function latestMs({ atMs, receivedAtMs }: EventRow): number {
  return Math.min(receivedAtMs, atMs + limits.CLOCK_DRIFT_MS_MIN);
}
