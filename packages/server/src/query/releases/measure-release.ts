import type { IssueId } from '@seismo/protocol';
import { priorityOf } from '#domain/issue-status/priority.ts';
import {
  BEFORE_MS,
  EVENTS_BEFORE_MS,
  measuredHealth,
  type IssueCount,
  type MeasuredHealth,
  type MeasuredRelease,
  type SessionCounts,
} from '#domain/releases/measured-health.ts';
import type { Issue, ReleaseSummary } from '#store/state/contract.ts';
import type { QueryRows } from '#store/telemetry/queries/index.ts';
import type { Range } from '#store/telemetry/queries/query.ts';
import type { QueryDeps } from '../deps.ts';

type Deps = Pick<QueryDeps, 'state' | 'telemetry'>;

type Measured = Pick<ReleaseSummary, 'projectId' | 'version' | 'environment' | 'startedAtMs'>;

const MINUTE_MS = 60_000;
/** Issues of the release, and those without a further event, that are looked at: the most frequent ones. */
const OWN_COUNT_MAX = 1000;
const MISSING_COUNT_MAX = 500;

/** What a release has changed in this time since its start. For internal work: no permission is checked. */
export async function measureRelease(deps: Deps, release: Measured, windowMs: number): Promise<MeasuredHealth> {
  const startMs = Math.floor(release.startedAtMs / MINUTE_MS) * MINUTE_MS;
  const since = { fromMs: startMs, toMs: startMs + windowMs };
  const before = { fromMs: startMs - BEFORE_MS, toMs: startMs };
  const sessions = await sessionsOf(deps, release, since, before);
  const events = sessions === null ? await eventsOf(deps, release, since) : { all: 0, own: 0, windows: [] };
  const issues = await issuesOf(deps, release, since, before, sessions !== null);
  return measuredHealth({ windowMs, sessions, events, ...issues });
}

const scopeOf = ({ projectId, environment }: Measured) => ({
  projectIds: [projectId],
  environments: environment === '' ? [] : [environment],
});

/** `null` if none is reported, neither before nor since. */
async function sessionsOf(
  { telemetry }: Deps,
  release: Measured,
  since: Range,
  before: Range,
): Promise<MeasuredRelease['sessions']> {
  const releases = [release.version];
  const read = (range: Range) => telemetry.query('releaseSessionStats', { ...scopeOf(release), releases, range });
  const [now, then] = await Promise.all([read(since), read(before)]);
  if (now.length + then.length === 0) return null;
  const own = countsIn(now, release.version);
  const [all, ownBefore] = [countsIn(then, null), countsIn(then, release.version)];
  return {
    own,
    before: {
      sessions: all.sessions - ownBefore.sessions,
      crashed: all.crashed - ownBefore.crashed,
      errored: all.errored - ownBefore.errored,
    },
  };
}

function countsIn(rows: QueryRows['releaseSessionStats'][], release: string | null): SessionCounts {
  const row = rows.find((one) => one.release === release);
  if (!row) return { sessions: 0, crashed: 0, errored: 0 };
  const { sessions, errored, crashed, abnormal } = row;
  return { sessions, crashed, errored: errored + crashed + abnormal };
}

/** Without the windows before the first event of the project in the week. */
async function eventsOf({ telemetry }: Deps, release: Measured, since: Range): Promise<MeasuredRelease['events']> {
  const windowMs = since.toMs - since.fromMs;
  const rows = await telemetry.query('releaseEventSeries', {
    ...scopeOf(release),
    releases: [release.version],
    range: { fromMs: since.fromMs - EVENTS_BEFORE_MS, toMs: since.toMs },
    bucketMs: MINUTE_MS,
  });
  const sumOf = (of: string | null, { fromMs, toMs }: Range): number =>
    rows.reduce(
      (sum, row) => (row.release === of && row.bucketAtMs >= fromMs && row.bucketAtMs < toMs ? sum + row.events : sum),
      0,
    );
  const all = rows.filter((row) => row.release === null);
  const firstMs = all[0]?.bucketAtMs ?? since.fromMs;
  const windows = Array.from({ length: Math.floor((since.fromMs - firstMs) / windowMs) }, () => 0);
  for (const { bucketAtMs, events } of all) {
    const index = Math.floor((since.fromMs - bucketAtMs - 1) / windowMs);
    if (index >= 0 && index < windows.length) windows[index]! += events;
  }
  return { all: sumOf(null, since), own: sumOf(release.version, since), windows };
}

async function issuesOf(
  deps: Deps,
  release: Measured,
  since: Range,
  before: Range,
  hasSessions: boolean,
): Promise<Pick<MeasuredRelease, 'newIssues' | 'regressedIssues' | 'missingIssues'>> {
  const { state, telemetry } = deps;
  const scope = { ...scopeOf(release), where: null, sinceSequence: null };
  const seen = (range: Range, releases: string[]) => telemetry.query('issuesInRange', { ...scope, range, releases });
  const [own, all, then] = await Promise.all([
    seen(since, [release.version]),
    hasSessions ? null : seen(since, []),
    seen(before, []),
  ]);
  const present = new Set((all ?? own).map(({ issueId }) => issueId));
  const missing = mostFrequent(
    then.filter(({ issueId }) => !present.has(issueId)),
    MISSING_COUNT_MAX,
  );
  const most = mostFrequent(own, OWN_COUNT_MAX);
  const issues = await state.issuesByIds([...most, ...missing].map(({ issueId }) => issueId));
  const byId = new Map(issues.map((issue) => [issue.id, issue]));
  const isOf = (rows: { issueId: IssueId }[], holds: (issue: Issue) => boolean): Issue[] =>
    rows.flatMap(({ issueId }) => {
      const issue = byId.get(issueId);
      return issue && holds(issue) ? [issue] : [];
    });
  const newIssues = isOf(most, ({ firstRelease }) => firstRelease === release.version);
  const regressed = isOf(
    most,
    ({ firstRelease, regressedAtMs }) => firstRelease !== release.version && (regressedAtMs ?? 0) >= since.fromMs,
  );
  const gone = isOf(missing, ({ status }) => status === 'unresolved');
  const countsOf = async (of: Issue[], range: Range, releases: string[]): Promise<IssueCount[]> => {
    if (of.length === 0) return [];
    const issueIds = of.map(({ id }) => id);
    const bucketMs = range.toMs - range.fromMs;
    const rows = await telemetry.query('issueStats', { ...scope, range, releases, issueIds, bucketMs });
    const sums = Map.groupBy(rows, ({ issueId }) => issueId);
    return of.map((issue) => {
      const counts = sums.get(issue.id) ?? [];
      return {
        id: issue.id,
        events: counts.reduce((sum, { events }) => sum + events, 0),
        users: counts.reduce((sum, { users }) => sum + users, 0),
        isHighPriority: priorityOf(issue).level === 'high',
      };
    });
  };
  return {
    newIssues: await countsOf(newIssues, since, [release.version]),
    regressedIssues: await countsOf(regressed, since, [release.version]),
    missingIssues: await countsOf(gone, before, []),
  };
}

function mostFrequent<Row extends { events: number }>(rows: Row[], count: number): Row[] {
  return rows.toSorted((one, other) => other.events - one.events).slice(0, count);
}
