import { limits, type IssueId, type OrganizationId, type ProjectId } from '@seismo/protocol';
import type { IssueData } from '../issues/memory.ts';
import { resolvedAfter, resolvedRelease } from '../issues/rows.ts';
import { keepable } from '../keepable.ts';
import { copy, without } from '../engines/memory/rows.ts';
import type {
  Commit,
  Deploy,
  Environment,
  Release,
  ReleaseFacts,
  ReleaseReads,
  ReleaseRecord,
  ReleaseSearches,
  ReleaseWrites,
} from './contract.ts';

export interface ReleaseData {
  releases: (Release & { organizationId: OrganizationId })[];
  environments: (Environment & { hidden: boolean })[];
  records: (Omit<ReleaseRecord, 'commitCount' | 'deployCount'> & { commits: Commit[]; deploys: Deploy[] })[];
  /** The numbers given last. */
  lastRecordId: number;
  lastDeployId: number;
}

export function emptyReleases(): ReleaseData {
  return { releases: [], environments: [], records: [], lastRecordId: 0, lastDeployId: 0 };
}

export function releaseReads(
  current: () => ReleaseData & Pick<IssueData, 'issues' | 'activities'>,
): ReleaseReads & ReleaseSearches {
  const record = ({ commits, deploys, ...rest }: ReleaseData['records'][number]): ReleaseRecord =>
    copy({ ...rest, commitCount: commits.length, deployCount: deploys.length });
  const day = ({ releasedAtMs, createdAtMs }: { releasedAtMs: number | null; createdAtMs: number }) =>
    releasedAtMs ?? createdAtMs;
  return {
    releaseRecord: async (organizationId, version) => {
      const found = current().records.find((one) => isOf(one, organizationId, version));
      return found ? record(found) : null;
    },
    listReleaseRecords: async ({ projectIds, seenIn, status, text, during, after, count }) =>
      current()
        .records.filter(
          (one) =>
            one.projectIds.some((id) => projectIds.includes(id)) &&
            (seenIn === null ||
              seenIn.versions.includes(one.version) ||
              one.deploys.some(({ environment }) => seenIn.environments.includes(environment))) &&
            (status === null || one.status === status) &&
            one.version.toLowerCase().includes(keepable(text).toLowerCase()) &&
            (during === undefined || (day(one) >= during.fromMs && day(one) < during.toMs)) &&
            (after === null || day(one) < after.atMs || (day(one) === after.atMs && one.id < after.id)),
        )
        .sort((one, other) => day(other) - day(one) || other.id - one.id)
        .slice(0, count)
        .map(record),
    releaseWithCommit: async (projectId, commit) =>
      current()
        .records.toSorted((one, other) => one.id - other.id)
        .find((one) => one.projectIds.includes(projectId) && one.commits.some(({ id }) => id === commit))?.version ??
      null,
    findCommits: async ({ projectId, text, count }) => {
      const said = keepable(text).toLowerCase();
      const seen = new Set<string>();
      return current()
        .records.filter(({ projectIds }) => projectIds.includes(projectId))
        .sort((one, other) => day(other) - day(one) || other.id - one.id)
        .flatMap(({ version, commits }) => commits.map((commit) => ({ ...commit, release: version })))
        .filter(({ id, message, authorName }) =>
          [message, authorName, id].some((part) => part.toLowerCase().includes(said)),
        )
        .filter(({ id }) => !seen.has(id) && seen.add(id))
        .slice(0, count)
        .map(({ id, message, authorName, atMs, repository, release }) => ({
          id,
          message,
          authorName,
          atMs,
          repository,
          release,
        }));
    },
    commitsOf: async (id) => copy(current().records.find((one) => one.id === id)?.commits ?? []),
    newestCommits: async (releaseIds) =>
      current()
        .records.filter(({ id, commits }) => releaseIds.includes(id) && commits.length > 0)
        .sort((one, other) => one.id - other.id)
        .map(({ id, commits }) => ({ ...without(commits[0]!, 'files'), releaseId: id })),
    lastDeploys: async (releaseIds) =>
      current()
        .records.filter(({ id, deploys }) => releaseIds.includes(id) && deploys.length > 0)
        .sort((one, other) => one.id - other.id)
        .map(({ id, deploys }) => ({ ...copy(deploys.at(-1)!), releaseId: id })),
    deploysOf: async (id) =>
      copy(
        current()
          .records.find((one) => one.id === id)
          ?.deploys.toReversed() ?? [],
      ),
    releaseFigures: async (projectIds, versions) =>
      current()
        .releases.filter(({ projectId, version }) => projectIds.includes(projectId) && versions.includes(version))
        .map((release) => without(release, 'organizationId'))
        .sort((one, other) => one.projectId - other.projectId || (one.version < other.version ? -1 : 1)),
    releaseIssueCounts: async (projectIds, versions) =>
      [...projectIds]
        .sort((one, other) => one - other)
        .flatMap((projectId) => {
          const issues = current().issues.filter((issue) => issue.projectId === projectId && issue.eventCount > 0);
          const cameBack = (id: IssueId, version: string) =>
            current().activities.some(
              (each) => each.kind === 'regressed' && each.issueId === id && each.release === version,
            );
          return [...new Set(versions)]
            .filter((version) => version !== '')
            .sort()
            .map((version) => ({
              projectId,
              version,
              newIssues: issues.filter(({ firstRelease }) => firstRelease === version).length,
              regressedIssues: issues.filter(({ id }) => cameBack(id, version)).length,
              resolvedIssues: issues.filter((issue) => resolvedRelease(issue) === version).length,
            }));
        })
        .filter(({ newIssues, regressedIssues, resolvedIssues }) => newIssues + regressedIssues + resolvedIssues > 0),
    resolvedAfterCounts: async (projectIds) => {
      const counts = new Map<string, { projectId: ProjectId; after: string; issues: number }>();
      for (const issue of current().issues) {
        const { projectId, eventCount } = issue;
        const after = resolvedAfter(issue);
        if (after === '' || eventCount === 0 || !projectIds.includes(projectId)) continue;
        const key = `${projectId} ${after}`;
        counts.set(key, { projectId, after, issues: (counts.get(key)?.issues ?? 0) + 1 });
      }
      return [...counts.values()].sort(
        (one, other) => one.projectId - other.projectId || (one.after < other.after ? -1 : 1),
      );
    },
    listEnvironments: async (projectIds) => [
      ...new Set(
        current()
          .environments.filter(({ projectId, hidden }) => !hidden && projectIds.includes(projectId))
          .map(({ name }) => name)
          .sort(),
      ),
    ],
    environmentsOf: async (projectId) =>
      current()
        .environments.filter((each) => each.projectId === projectId)
        .map(({ name, hidden }) => ({ name, hidden }))
        .sort((one, other) => (one.name < other.name ? -1 : 1)),
    listReleases: async (projectId) =>
      current()
        .releases.filter((release) => release.projectId === projectId)
        .map((release) => without(release, 'organizationId'))
        .sort((one, other) => other.firstSeenAtMs - one.firstSeenAtMs || (one.version < other.version ? -1 : 1))
        .slice(0, limits.RELEASE_OF_PROJECT_COUNT_MAX),
  };
}

export function applyReleases(data: ReleaseData, facts: ReleaseFacts[]): void {
  for (const { events, ...release } of facts) {
    const version = keepable(release.version);
    const known = data.releases.find((each) => each.projectId === release.projectId && each.version === version);
    if (known) {
      known.firstSeenAtMs = Math.min(known.firstSeenAtMs, release.firstSeenAtMs);
      known.lastSeenAtMs = Math.max(known.lastSeenAtMs, release.lastSeenAtMs);
      known.eventCount += events;
    } else data.releases.push({ ...release, version, eventCount: events });
    const { organizationId, projectId, firstSeenAtMs } = release;
    ensureRecord(data, organizationId, version, [projectId], firstSeenAtMs);
  }
}

export function releaseWrites(data: ReleaseData): ReleaseWrites {
  const named = (id: number) => data.records.filter((one) => one.id === id);
  return {
    ensureRelease: async ({ organizationId, version, projectIds, createdAtMs }) =>
      ensureRecord(data, organizationId, version, projectIds, createdAtMs),
    async updateRelease(id, change) {
      for (const one of named(id)) {
        Object.assign(one, copy(change));
        one.url = keepable(one.url);
        one.ref = keepable(one.ref);
      }
    },
    async setCommits(id, commits) {
      for (const one of named(id)) {
        one.commits = commits.map((commit) => ({
          id: keepable(commit.id),
          message: keepable(commit.message),
          authorName: keepable(commit.authorName),
          authorEmail: keepable(commit.authorEmail),
          atMs: commit.atMs,
          repository: keepable(commit.repository),
          files: copy(commit.files),
        }));
      }
    },
    async addDeploy(id, { environment, name, url, startedAtMs, finishedAtMs }) {
      const deploy = { id: ++data.lastDeployId, startedAtMs, finishedAtMs };
      for (const one of named(id)) {
        one.deploys.push({ ...deploy, environment: keepable(environment), name: keepable(name), url: keepable(url) });
      }
      return deploy.id;
    },
    async hideEnvironment(projectId, name, hidden) {
      for (const each of data.environments) {
        if (each.projectId === projectId && each.name === keepable(name)) each.hidden = hidden;
      }
    },
    async deleteRelease(id) {
      data.records = data.records.filter((one) => one.id !== id);
    },
  };
}

function ensureRecord(
  data: ReleaseData,
  organizationId: OrganizationId,
  version: string,
  projectIds: ProjectId[],
  createdAtMs: number,
): number {
  let known = data.records.find((one) => isOf(one, organizationId, version));
  if (!known) {
    known = {
      id: ++data.lastRecordId,
      organizationId,
      version: keepable(version),
      projectIds: [],
      createdAtMs,
      startedAtMs: null,
      releasedAtMs: null,
      url: '',
      ref: '',
      status: 'open',
      refs: [],
      commits: [],
      deploys: [],
    };
    data.records.push(known);
  }
  known.projectIds = [...new Set([...known.projectIds, ...projectIds])].sort((one, other) => one - other);
  return known.id;
}

function isOf(
  record: { organizationId: OrganizationId; version: string },
  organizationId: OrganizationId,
  version: string,
): boolean {
  return record.organizationId === organizationId && record.version === keepable(version);
}

export function applyEnvironments(data: ReleaseData, environments: Environment[]): void {
  for (const { projectId, name } of environments) {
    const kept = keepable(name);
    const known = data.environments.filter((each) => each.projectId === projectId);
    if (name === '' || known.some((each) => each.name === kept)) continue;
    if (known.length >= limits.ENVIRONMENT_COUNT_MAX) continue;
    data.environments.push({ projectId, name: kept, hidden: false });
  }
}
