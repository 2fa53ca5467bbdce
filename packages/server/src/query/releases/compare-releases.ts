import { limits, type IssueId } from '@seismo/protocol';
import { z } from 'zod';
import type { Project, ReleaseRecord } from '#store/state/contract.ts';
import { compareReleases, inOrder, type DatedRelease } from '#domain/releases/order.ts';
import { readCursor, writeCursor } from '../cursor.ts';
import type { QueryDeps } from '../deps.ts';
import { rowsOf } from '../issues/list-issues.ts';
import { projectsNamed } from '../projects/projects.ts';
import { bucketsOf } from '../range.ts';
import { lastDay, share, sharesIn } from './release-health.ts';
import { releaseNamed, releaseViews } from './releases.ts';
import { commitLinks } from '../issues/source-links.ts';
import type {
  CommitsBetween,
  ComparedIssuePage,
  ComparedRelease,
  ComparisonFilter,
  ReleaseComparison,
} from './views.ts';
import type { LinkedCommit } from '../issues/views.ts';
import type { Viewer } from '#domain/permissions/viewer.ts';

const dayMs = 24 * 3_600_000;
const cursorSchema = z.object({ value: z.number(), id: z.number().int() });

/** Stats of two releases over the last 90 days. */
export async function releaseComparison(
  deps: QueryDeps,
  viewer: Viewer,
  baseVersion: string,
  headVersion: string,
  { environments }: Pick<ComparisonFilter, 'environments'>,
): Promise<ReleaseComparison> {
  const pair = await pairOf(deps, viewer, baseVersion, headVersion);
  const { fromMs, toMs } = bucketsOf('90d', deps.clock.now());
  const [[base, head], order] = await Promise.all([
    comparedReleases(deps, pair, environments.slice(0, limits.FILTER_NAME_COUNT_MAX), { fromMs, toMs }),
    orderOf(deps, pair),
  ]);
  return { fromMs, base: base!, head: head!, newer: order === 0 ? null : order > 0 ? 'base' : 'head' };
}

/** Issues of the last 90 days that both releases had, or only one of them. */
export async function comparedIssues(
  deps: QueryDeps,
  viewer: Viewer,
  baseVersion: string,
  headVersion: string,
  filter: ComparisonFilter,
): Promise<ComparedIssuePage> {
  const { base, head, projects } = await pairOf(deps, viewer, baseVersion, headVersion);
  const projectIds = projects.map(({ id }) => id);
  const environments = filter.environments.slice(0, limits.FILTER_NAME_COUNT_MAX);
  const buckets = bucketsOf('90d', deps.clock.now());
  const range = { fromMs: buckets.fromMs, toMs: buckets.toMs };
  const seenIn = async (version: string) => {
    const params = { projectIds, environments, releases: [version], where: null, range, sinceSequence: null };
    const rows = await deps.telemetry.query('issuesInRange', params);
    return new Map(rows.map(({ issueId, events }) => [issueId, events]));
  };
  const [inBase, inHead] = await Promise.all([seenIn(base.version), seenIn(head.version)]);

  const all = [...new Set([...inBase.keys(), ...inHead.keys()])];
  const kinds = Map.groupBy(all, (id) => (inBase.has(id) ? (inHead.has(id) ? 'both' : 'base') : 'head'));
  const eventsOf = (id: IssueId) => Math.max(inBase.get(id) ?? 0, inHead.get(id) ?? 0);
  const cursor = readCursor(cursorSchema, filter.cursor);
  const count = Math.min(Math.max(1, filter.count), limits.API_PAGE_COUNT_MAX);
  const ordered = (kinds.get(filter.kind) ?? [])
    .map((id) => ({ id, value: eventsOf(id) }))
    .filter(({ id, value }) => !cursor || value < cursor.value || (value === cursor.value && id < cursor.id))
    .toSorted((one, other) => other.value - one.value || other.id - one.id);
  const page = ordered.slice(0, count);
  const known = new Map((await deps.state.issuesByIds(page.map(({ id }) => id))).map((issue) => [issue.id, issue]));
  const narrowed = { projectIds, environments, releases: [base.version, head.version], where: null };
  const rows = await rowsOf(
    deps,
    viewer,
    page.flatMap(({ id }) => known.get(id) ?? []),
    projects,
    narrowed,
    buckets,
  );
  const last = page.at(-1);
  return {
    totals: {
      base: kinds.get('base')?.length ?? 0,
      head: kinds.get('head')?.length ?? 0,
      both: kinds.get('both')?.length ?? 0,
    },
    issues: rows.map((row) => ({
      ...row,
      baseEvents: inBase.get(row.id) ?? 0,
      headEvents: inHead.get(row.id) ?? 0,
    })),
    next: ordered.length > count && last ? writeCursor(last) : null,
  };
}

/** Both records, and those of their projects that the viewer may see. */
interface Pair {
  base: ReleaseRecord;
  head: ReleaseRecord;
  projects: Project[];
}

async function pairOf(deps: QueryDeps, viewer: Viewer, baseVersion: string, headVersion: string): Promise<Pair> {
  const [base, head, visible] = await Promise.all([
    releaseNamed(deps, viewer, 'event:read', baseVersion),
    releaseNamed(deps, viewer, 'event:read', headVersion),
    projectsNamed(deps, viewer, 'event:read', []),
  ]);
  const its = [...base.projectIds, ...head.projectIds];
  return { base, head, projects: visible.filter(({ id }) => its.includes(id)) };
}

/** Below 0: the head is newer. */
async function orderOf({ state }: QueryDeps, { base, head, projects }: Pair): Promise<number> {
  const stats = await state.releaseEventStats(
    projects.map(({ id }) => id),
    [base.version, head.version],
  );
  const dated = ({ version, createdAtMs }: ReleaseRecord): DatedRelease => {
    const seen = stats.filter((row) => row.version === version).map(({ firstSeenAtMs }) => firstSeenAtMs);
    return { version, firstSeenAtMs: seen.length > 0 ? Math.min(...seen) : createdAtMs };
  };
  return compareReleases(dated(base), dated(head));
}

async function comparedReleases(
  deps: QueryDeps,
  { base, head, projects }: Pair,
  environments: string[],
  range: { fromMs: number; toMs: number },
): Promise<ComparedRelease[]> {
  const nowMs = deps.clock.now();
  const records = [base, head];
  const params = {
    projectIds: projects.map(({ id }) => id),
    environments,
    releases: records.map(({ version }) => version),
  };
  const [views, shares, events, deploys] = await Promise.all([
    releaseViews(deps, records, projects, { environments, health: lastDay(nowMs) }),
    sharesIn(deps, { ...params, range }),
    deps.telemetry.query('releaseEventStats', { ...params, range }),
    deps.state.deploysOf(records.map(({ id }) => id)),
  ]);
  return records.map(({ id, version, projectIds }, index) => {
    const release = views[index]!;
    const total = shares.of(
      version,
      projectIds.filter((id) => params.projectIds.includes(id)),
    );
    const own = events.filter((row) => row.release === version);
    const sum = own.reduce((all, row) => all + row.events, 0);
    const { firstSeenAtMs, lastSeenAtMs } = release;
    const seenMs = Math.min(lastSeenAtMs ?? 0, nowMs) - Math.max(firstSeenAtMs ?? 0, range.fromMs);
    const perSession = total.by === 'sessions' ? share(sum, total.count) : null;
    return {
      release,
      deploys: deploys.filter(
        ({ releaseId, environment }) =>
          releaseId === id && (environments.length === 0 || environments.includes(environment)),
      ),
      total,
      events: sum,
      users: own.reduce((all, row) => all + row.users, 0),
      eventsPerThousandSessions: perSession === null ? null : 1000 * perSession,
      eventsPerDay: sum / Math.max(1, seenMs / dayMs),
    };
  });
}

/** All releases with commits after the older of the two, up to and including the newer. */
export async function commitsBetween(
  deps: QueryDeps,
  viewer: Viewer,
  baseVersion: string,
  headVersion: string,
): Promise<CommitsBetween> {
  const { state } = deps;
  const pair = await pairOf(deps, viewer, baseVersion, headVersion);
  const { base, head } = pair;
  const order = await orderOf(deps, pair);
  const [older, newer] = order > 0 ? [head, base] : [base, head];
  const listing = { seenIn: null, status: null, text: '', after: null, count: limits.COMPARED_RELEASE_COUNT_MAX };
  const shared = newer.projectIds.filter((id) => older.projectIds.includes(id));
  const records = await state.listReleaseRecords({ ...listing, projectIds: shared });
  const stats = await state.releaseEventStats(
    shared,
    records.map(({ version }) => version),
  );
  const dates = Map.groupBy(stats, ({ version }) => version);
  const dated = (record: ReleaseRecord) => {
    const seen = dates.get(record.version)?.map(({ firstSeenAtMs }) => firstSeenAtMs);
    return { ...record, firstSeenAtMs: seen ? Math.min(...seen) : record.createdAtMs };
  };
  const [from, to] = [dated(older), dated(newer)];
  const between = inOrder(
    records.map(dated).filter((one) => compareReleases(from, one) < 0 && compareReleases(one, to) <= 0),
  )
    .reverse()
    .filter(({ commitCount }) => commitCount > 0)
    .slice(0, limits.COMPARED_COMMIT_RELEASE_COUNT_MAX);
  const [linkTo, all] = await Promise.all([
    commitLinks({ state }, newer.projectIds),
    state.commitsOf(between.map(({ id }) => id)),
  ]);
  const byRelease = Map.groupBy(all, ({ releaseId }) => releaseId);
  const commits = new Map<string, LinkedCommit & { release: string }>();
  for (const { id, version } of between) {
    // A build that sends the commits of its checkout repeats those of an earlier build.
    for (const { releaseId: _, ...commit } of byRelease.get(id) ?? []) {
      commits.set(commit.id, { ...commit, release: version, link: linkTo(commit.id, commit.repository) });
    }
  }
  const files = new Map<string, number>();
  for (const { files: changed } of commits.values()) {
    for (const { path } of changed) files.set(path, (files.get(path) ?? 0) + 1);
  }
  return {
    releases: between.map(({ version }) => version),
    commits: [...commits.values()].slice(0, limits.COMPARED_COMMIT_COUNT_MAX),
    commitCount: commits.size,
    files: [...files]
      .map(([path, number]) => ({ path, commits: number }))
      .toSorted((one, other) => other.commits - one.commits || (one.path < other.path ? -1 : 1))
      .slice(0, limits.COMPARED_FILE_COUNT_MAX),
    fileCount: files.size,
  };
}
