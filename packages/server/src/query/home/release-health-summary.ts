import type { ProjectId } from '@seismo/protocol';
import { inOrder, newestRelease } from '#domain/releases/order.ts';
import type { QueryDeps } from '../deps.ts';
import { projectNamed } from '../projects/projects.ts';
import { bucketsOf } from '../range.ts';
import { lastDay, share, sharesIn } from '../releases/release-health.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';
import type { ReleaseHealthSummary, HealthFinding, SummarizedRelease } from './views.ts';

const hourMs = 3_600_000;
/** Rates from fewer sessions are not significant. */
const SESSION_COUNT_MIN = 100;
/** Without sessions, only the age shows whether a release has been used. */
const AGE_MS_MIN = hourMs;
/** How many standard errors two rates must be apart: by chance that happens once in 370 comparisons. */
const ERRORS_MIN = 3;
const RATIO_MIN = 1.25;

/** Compares a project's newest release with the one before it, over the last 14 days. */
export async function releaseHealthSummary(
  deps: QueryDeps,
  viewer: Viewer,
  projectSlug: string,
): Promise<ReleaseHealthSummary | null> {
  const { id } = await projectNamed(deps, viewer, 'event:read', projectSlug);
  const seen = await deps.state.listReleases(id);
  const newest = newestRelease(seen);
  if (!newest) return null;
  const ordered = inOrder(seen);
  const previous = ordered[ordered.findIndex(({ version }) => version === newest.version) - 1] ?? null;
  const { fromMs, toMs } = bucketsOf('14d', deps.clock.now());
  const both = [newest, ...(previous ? [previous] : [])];
  const [head, base = null] = await compared(deps, id, both, { fromMs, toMs });
  const findings = base ? findingsOf(head!, base) : [];
  return { fromMs, head: head!, base, assessment: assess(head!, base, findings, deps.clock.now()), findings };
}

async function compared(
  deps: QueryDeps,
  projectId: ProjectId,
  releases: { version: string; firstSeenAtMs: number }[],
  range: { fromMs: number; toMs: number },
): Promise<SummarizedRelease[]> {
  const versions = releases.map(({ version }) => version);
  const params = { projectIds: [projectId], environments: [], releases: versions };
  const [adoptions, health, events, issues] = await Promise.all([
    sharesIn(deps, { ...params, range: lastDay(deps.clock.now()) }),
    sharesIn(deps, { ...params, range }),
    deps.telemetry.query('releaseEventStats', { ...params, range }),
    deps.state.releaseIssueCounts([projectId], versions),
  ]);
  return releases.map(({ version, firstSeenAtMs }) => {
    const { adoption, by } = adoptions.of(version, [projectId]);
    const own = health.of(version, [projectId]);
    const sessions = own.by === 'sessions' ? own.count : 0;
    const eventCount = events.find(({ release }) => release === version)?.events ?? 0;
    const counts = issues.find((row) => row.version === version);
    const perSession = share(eventCount, sessions);
    return {
      version,
      firstSeenAtMs,
      adoption,
      by,
      sessions,
      crashFreeSessions: own.crashFreeSessions,
      events: eventCount,
      eventsPerThousandSessions: perSession === null ? null : 1000 * perSession,
      newIssues: counts?.newIssues ?? 0,
      regressedIssues: counts?.regressedIssues ?? 0,
    };
  });
}

/** In the order of how much they weigh. */
export function findingsOf(head: SummarizedRelease, base: SummarizedRelease): HealthFinding[] {
  const findings: HealthFinding[] = [];
  const find = (kind: HealthFinding['kind'], isWorse: boolean, values: [head: number, base: number]) =>
    findings.push({ kind, isWorse, head: values[0], base: values[1] });
  const enough = Math.min(head.sessions, base.sessions) >= SESSION_COUNT_MIN;
  if (enough) {
    const values: [number, number] = [head.crashFreeSessions ?? 1, base.crashFreeSessions ?? 1];
    if (differSignificantly(1 - values[0], head.sessions, 1 - values[1], base.sessions)) {
      find('crash-free', values[0] < values[1], values);
    }
  }
  if (head.regressedIssues > 0) find('regressed', true, [head.regressedIssues, base.regressedIssues]);
  // The older release had more time, so only more new issues than it caused are significant.
  if (head.newIssues > base.newIssues) find('new-issues', true, [head.newIssues, base.newIssues]);
  if (enough) {
    const values: [number, number] = [head.eventsPerThousandSessions ?? 0, base.eventsPerThousandSessions ?? 0];
    if (countsDifferSignificantly(head.events, head.sessions, base.events, base.sessions)) {
      find('error-rate', values[0] > values[1], values);
    }
  }
  return findings;
}

export function assess(
  head: SummarizedRelease,
  base: SummarizedRelease | null,
  findings: HealthFinding[],
  nowMs: number,
): ReleaseHealthSummary['assessment'] {
  if (!base) return 'first';
  const worse = findings.some(({ isWorse }) => isWorse);
  const better = findings.some(({ isWorse }) => !isWorse);
  if (worse || better) return worse && better ? 'mixed' : worse ? 'worse' : 'better';
  const wasTried =
    head.by === 'sessions' ? head.sessions >= SESSION_COUNT_MIN : nowMs - head.firstSeenAtMs >= AGE_MS_MIN;
  return wasTried ? 'same' : 'early';
}

/** Two shares of so many each, by the pooled standard error. */
function differSignificantly(one: number, oneCount: number, other: number, otherCount: number): boolean {
  const pooled = (one * oneCount + other * otherCount) / (oneCount + otherCount);
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / oneCount + 1 / otherCount));
  return Math.abs(one - other) > ERRORS_MIN * error && error > 0;
}

/**
 * Whether two rates differ significantly: chance moves a count by about its square root. Because errors come in bursts,
 * the difference must also be large.
 */
function countsDifferSignificantly(one: number, oneOf: number, other: number, otherOf: number): boolean {
  const [rate, otherRate] = [one / oneOf, other / otherOf];
  const error = Math.sqrt(one / oneOf ** 2 + other / otherOf ** 2);
  const isFar = Math.max(rate, otherRate) >= RATIO_MIN * Math.min(rate, otherRate);
  return isFar && Math.abs(rate - otherRate) > ERRORS_MIN * error;
}
