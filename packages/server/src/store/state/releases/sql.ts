import { sql, type Kysely } from 'kysely';
import { limits, type ProjectId } from '@seismo/protocol';
import type { StateEngine } from '../engine.ts';
import { storableText } from '../storable-text.ts';
import type { Publish } from '../outbox/sql.ts';
import type { Schema } from '../schema.ts';
import type { Environment, ReleaseFacts, ReleaseIssues, ReleaseReads, ReleaseSearches } from './contract.ts';
import { newRecord, publishRelease, recordReads } from './records.sql.ts';

const releaseColumns = [
  'project_id as projectId',
  'version',
  'first_seen_at_ms as firstSeenAtMs',
  'last_seen_at_ms as lastSeenAtMs',
  'event_count as eventCount',
] as const;

type IssueCount = Exclude<keyof ReleaseIssues, 'projectId' | 'version'>;

export function releaseReads(db: Kysely<Schema>, engine: StateEngine): ReleaseReads & ReleaseSearches {
  return {
    ...recordReads(db, engine),
    async listEnvironments(projectIds) {
      const environments = db
        .selectFrom('environment')
        .select('name')
        .distinct()
        .where('project_id', 'in', engine.list(projectIds, 'bigint') as never)
        .where('hidden', '=', 0);
      // Sorted here: engines collate differently.
      return (await environments.execute()).map(({ name }) => name).sort();
    },
    async listEnvironmentsByProject(projectIds) {
      const rows = await db
        .selectFrom('environment')
        .select(['project_id as projectId', 'name'])
        .where('project_id', 'in', engine.list(projectIds, 'bigint') as never)
        .where('hidden', '=', 0)
        .execute();
      const byProject = Map.groupBy(rows, ({ projectId }) => projectId);
      return new Map([...byProject].map(([id, all]) => [id, all.map(({ name }) => name).sort()]));
    },
    async environmentsOf(projectId) {
      const rows = await db
        .selectFrom('environment')
        .select(['name', 'hidden'])
        .where('project_id', '=', projectId)
        .execute();
      return rows
        .map(({ name, hidden }) => ({ name, hidden: hidden === 1 }))
        .sort((one, other) => (one.name < other.name ? -1 : 1));
    },
    async listReleases(projectId) {
      return db
        .selectFrom('release')
        .select(releaseColumns)
        .where('project_id', '=', projectId)
        .orderBy('first_seen_at_ms', 'desc')
        .orderBy('version')
        .limit(limits.RELEASE_OF_PROJECT_COUNT_MAX)
        .execute();
    },
    async listReleasesOfProjects(projectIds) {
      const newestFirst = db
        .selectFrom('release')
        .select(releaseColumns)
        .select(({ fn }) =>
          fn
            .agg<number>('row_number')
            .over((of) => of.partitionBy('project_id').orderBy('first_seen_at_ms', 'desc').orderBy('version'))
            .as('place'),
        )
        .where('project_id', 'in', engine.list(projectIds, 'bigint') as never);
      const rows = await db
        .selectFrom(newestFirst.as('newest'))
        .select(['projectId', 'version', 'firstSeenAtMs', 'lastSeenAtMs', 'eventCount'])
        .where('place', '<=', limits.RELEASE_OF_PROJECT_COUNT_MAX)
        .orderBy('place')
        .execute();
      const byProject = Map.groupBy(rows, ({ projectId }) => projectId);
      return projectIds.flatMap((id) => byProject.get(id) ?? []);
    },
    async releaseEventStats(projectIds, versions) {
      return db
        .selectFrom('release')
        .select(releaseColumns)
        .where('project_id', 'in', engine.list(projectIds, 'bigint') as never)
        .where('version', 'in', engine.list(versions, 'text') as never)
        .orderBy('project_id')
        .orderBy('version')
        .execute();
    },
    async releaseIssueCounts(projectIds, versions) {
      const issues = db
        .selectFrom('issue')
        .where('event_count', '<>', 0)
        .where('project_id', 'in', engine.list(projectIds, 'bigint') as never);
      const named = engine.list(versions, 'text') as never;
      const countBy = (column: 'first_release' | 'resolved_release', kind: IssueCount) =>
        issues
          .select((on) => [
            'project_id as projectId',
            on.ref(column).as('version'),
            on.val(kind).as('kind'),
            on.fn.countAll<number>().as('issues'),
          ])
          .where(column, '<>', '')
          .where(column, 'in', named)
          .groupBy(['project_id', column]);
      const regressed = issues
        .innerJoin('activity', 'activity.issue_id', 'issue.id')
        .select((on) => [
          'project_id as projectId',
          on.ref('activity.release').$notNull().as('version'),
          on.val<IssueCount>('regressedIssues').as('kind'),
          on.fn.count<number>('issue.id').distinct().as('issues'),
        ])
        .where('activity.release', 'is not', null)
        .where('activity.release', 'in', named)
        .groupBy(['project_id', 'activity.release']);
      const rows = await countBy('first_release', 'newIssues')
        .unionAll(countBy('resolved_release', 'resolvedIssues'))
        .unionAll(regressed)
        .execute();
      const counts = Map.groupBy(rows, ({ projectId, version }) => `${projectId} ${version}`);
      // Sorted here: engines collate differently.
      return [...counts.values()]
        .map((ofRelease): ReleaseIssues => {
          const { projectId, version } = ofRelease[0]!;
          const of = (kind: IssueCount) => Number(ofRelease.find((row) => row.kind === kind)?.issues ?? 0);
          const [newIssues, regressedIssues] = [of('newIssues'), of('regressedIssues')];
          return { projectId, version, newIssues, regressedIssues, resolvedIssues: of('resolvedIssues') };
        })
        .sort((one, other) => one.projectId - other.projectId || (one.version < other.version ? -1 : 1));
    },
    async resolvedAfterCounts(projectIds) {
      const counts = await db
        .selectFrom('issue')
        .select(({ fn }) => ['project_id as projectId', 'resolved_after as after', fn.countAll<number>().as('issues')])
        .where('event_count', '<>', 0)
        .where('resolved_after', '<>', '')
        .where('project_id', 'in', engine.list(projectIds, 'bigint') as never)
        .groupBy(['project_id', 'resolved_after'])
        .execute();
      return counts
        .map((count) => ({ ...count, issues: Number(count.issues) }))
        .sort((one, other) => one.projectId - other.projectId || (one.after < other.after ? -1 : 1));
    },
  };
}

/** When each of these was first seen, project by project. */
export async function datedReleases(
  db: Kysely<Schema>,
  engine: StateEngine,
  requested: { projectId: ProjectId; version: string }[],
): Promise<Map<ProjectId, Map<string, number>>> {
  const found = new Map<ProjectId, Map<string, number>>();
  for (const [projectId, ofProject] of Map.groupBy(requested, (each) => each.projectId)) {
    const versions = [...new Set(ofProject.map(({ version }) => version))];
    const releases = await db
      .selectFrom('release')
      .select(['version', 'first_seen_at_ms as firstSeenAtMs'])
      .where('project_id', '=', projectId)
      .where('version', 'in', engine.list(versions, 'text') as never)
      .execute();
    found.set(projectId, new Map(releases.map(({ version, firstSeenAtMs }) => [version, firstSeenAtMs])));
  }
  return found;
}

export async function applyReleases(
  db: Kysely<Schema>,
  engine: StateEngine,
  publish: Publish,
  facts: ReleaseFacts[],
): Promise<void> {
  const rows = facts.map((release) => ({
    project_id: release.projectId,
    version: storableText(release.version),
    organization_id: release.organizationId,
    first_seen_at_ms: release.firstSeenAtMs,
    last_seen_at_ms: release.lastSeenAtMs,
    event_count: release.events,
  }));
  await engine.runMany(db, rows, (row) =>
    db
      .insertInto('release')
      .values(row)
      .onConflict((conflict) =>
        conflict.columns(['project_id', 'version']).doUpdateSet({
          first_seen_at_ms: smaller('first_seen_at_ms'),
          last_seen_at_ms: greater('last_seen_at_ms'),
          event_count: sql`release.event_count + excluded.event_count`,
        }),
      ),
  );
  // Read first: an insert that finds its row would use up an id each time.
  const known = await db
    .selectFrom('release_record')
    .select(['organization_id', 'version'])
    .where(
      'version',
      'in',
      engine.list(
        rows.map(({ version }) => version),
        'text',
      ) as never,
    )
    .execute();
  const isKnown = new Set(known.map(({ organization_id, version }) => `${organization_id} ${version}`));
  const missing = facts
    .map((release) => newRecord(release.organizationId, release.version, release.firstSeenAtMs))
    .filter(({ organization_id, version }) => !isKnown.has(`${organization_id} ${version}`));
  await engine.runMany(db, missing, (row) =>
    db
      .insertInto('release_record')
      .values(row)
      .onConflict((conflict) => conflict.doNothing()),
  );
  const memberships = facts.map((release) => ({
    project_id: release.projectId,
    organization_id: release.organizationId,
    version: storableText(release.version),
  }));
  const added = await engine.runMany(db, memberships, (row) =>
    db
      .insertInto('release_project')
      .columns(['project_id', 'release_id'])
      .expression(
        db
          .selectFrom('release_record')
          .select([sql<ProjectId>`${row.project_id}`.as('project_id'), 'id'])
          .where('organization_id', '=', row.organization_id)
          .where('version', '=', row.version),
      )
      .onConflict((conflict) => conflict.doNothing())
      .returning('project_id'),
  );
  const isNew = memberships.filter((_, index) => added[index]!.length > 0);
  for (const [, ofRelease] of Map.groupBy(isNew, ({ organization_id, version }) => `${organization_id} ${version}`)) {
    publishRelease(
      publish,
      ofRelease[0]!.version,
      ofRelease.map((row) => row.project_id),
    );
  }
}

export async function applyEnvironments(
  db: Kysely<Schema>,
  engine: StateEngine,
  environments: Environment[],
): Promise<void> {
  const rows = environments
    .filter(({ name }) => name !== '')
    .map(({ projectId, name }) => ({ project_id: projectId, name: storableText(name), counted_of: projectId }));
  const most = sql.lit(limits.ENVIRONMENT_COUNT_MAX);
  await engine.runMany(db, rows, (row) =>
    db
      .insertInto('environment')
      .columns(['project_id', 'name'])
      .expression(
        db
          .selectNoFrom([sql<ProjectId>`${row.project_id}`.as('project_id'), sql<string>`${row.name}`.as('name')])
          .where(
            sql<boolean>`(select count(*) from (select 1 from environment where project_id = ${row.counted_of} limit ${most}) as counted) < ${most}`,
          ),
      )
      .onConflict((conflict) => conflict.doNothing()),
  );
}

const smaller = (column: string) => selected(column, sql`<`);
const greater = (column: string) => selected(column, sql`>`);
function selected(column: string, comparison: ReturnType<typeof sql>) {
  const [old, offered] = [sql.ref(`release.${column}`), sql.ref(`excluded.${column}`)];
  return sql<number>`case when ${offered} ${comparison} ${old} then ${offered} else ${old} end`;
}
