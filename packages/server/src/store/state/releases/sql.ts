import { sql } from 'kysely';
import { limits, type ProjectId } from '@seismo/protocol';
import type { StateEngine } from '../engine.ts';
import { storableText } from '../storable-text.ts';
import type { Publish } from '../outbox/sql.ts';
import { doNothing } from '../columns.ts';
import type { Db } from '../schema.ts';
import type { Environment, ReleaseFacts, ReleaseIssues, ReleaseReads, ReleaseSearches } from './contract.ts';
import { newRecord, publishRelease, recordReads } from './records.sql.ts';

const releaseColumns = ['projectId', 'version', 'firstSeenAtMs', 'lastSeenAtMs', 'eventCount'] as const;

type IssueCount = Exclude<keyof ReleaseIssues, 'projectId' | 'version'>;

export function releaseReads(db: Db, engine: StateEngine): ReleaseReads & ReleaseSearches {
  return {
    ...recordReads(db, engine),
    async listEnvironments(projectIds) {
      const environments = db
        .selectFrom('environment')
        .select('name')
        .distinct()
        .where('projectId', 'in', engine.list(projectIds, 'bigint'))
        .where('hidden', '=', false);
      // Sorted here: engines collate differently.
      return (await environments.execute()).map(({ name }) => name).sort();
    },
    async listEnvironmentsByProject(projectIds) {
      const rows = await db
        .selectFrom('environment')
        .select(['projectId', 'name'])
        .where('projectId', 'in', engine.list(projectIds, 'bigint'))
        .where('hidden', '=', false)
        .execute();
      const byProject = Map.groupBy(rows, ({ projectId }) => projectId);
      return new Map([...byProject].map(([id, all]) => [id, all.map(({ name }) => name).sort()]));
    },
    async environmentsOf(projectId) {
      const rows = db.selectFrom('environment').select(['name', 'hidden']).where('projectId', '=', projectId);
      return (await rows.execute()).sort((one, other) => (one.name < other.name ? -1 : 1));
    },
    async listReleases(projectId) {
      return db
        .selectFrom('release')
        .select(releaseColumns)
        .where('projectId', '=', projectId)
        .orderBy('firstSeenAtMs', 'desc')
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
            .over((of) => of.partitionBy('projectId').orderBy('firstSeenAtMs', 'desc').orderBy('version'))
            .as('place'),
        )
        .where('projectId', 'in', engine.list(projectIds, 'bigint'));
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
        .where('projectId', 'in', engine.list(projectIds, 'bigint'))
        .where('version', 'in', engine.list(versions, 'text'))
        .orderBy('projectId')
        .orderBy('version')
        .execute();
    },
    async releaseIssueCounts(projectIds, versions) {
      const issues = db
        .selectFrom('issue')
        .where('eventCount', '<>', 0)
        .where('projectId', 'in', engine.list(projectIds, 'bigint'));
      const named = engine.list(versions, 'text');
      const countBy = (column: 'firstRelease' | 'resolvedRelease', kind: IssueCount) =>
        issues
          .select((on) => [
            'projectId',
            on.ref(column).as('version'),
            on.val(kind).as('kind'),
            on.fn.countAll<number>().as('issues'),
          ])
          .where(column, '<>', '')
          .where(column, 'in', named)
          .groupBy(['projectId', column]);
      const regressed = issues
        .innerJoin('activity', 'activity.issueId', 'issue.id')
        .select((on) => [
          'projectId',
          on.ref('activity.release').$notNull().as('version'),
          on.val<IssueCount>('regressedIssues').as('kind'),
          on.fn.count<number>('issue.id').distinct().as('issues'),
        ])
        .where('activity.release', 'is not', null)
        .where('activity.release', 'in', named)
        .groupBy(['projectId', 'activity.release']);
      const rows = await countBy('firstRelease', 'newIssues')
        .unionAll(countBy('resolvedRelease', 'resolvedIssues'))
        .unionAll(regressed)
        .execute();
      const counts = Map.groupBy(rows, ({ projectId, version }) => `${projectId} ${version}`);
      // Sorted here: engines collate differently.
      return [...counts.values()]
        .map((ofRelease): ReleaseIssues => {
          const { projectId, version } = ofRelease[0]!;
          const of = (kind: IssueCount) => ofRelease.find((row) => row.kind === kind)?.issues ?? 0;
          const [newIssues, regressedIssues] = [of('newIssues'), of('regressedIssues')];
          return { projectId, version, newIssues, regressedIssues, resolvedIssues: of('resolvedIssues') };
        })
        .sort((one, other) => one.projectId - other.projectId || (one.version < other.version ? -1 : 1));
    },
    async resolvedAfterCounts(projectIds) {
      const counts = await db
        .selectFrom('issue')
        .select(({ fn }) => ['projectId', 'resolvedAfter as after', fn.countAll<number>().as('issues')])
        .where('eventCount', '<>', 0)
        .where('resolvedAfter', '<>', '')
        .where('projectId', 'in', engine.list(projectIds, 'bigint'))
        .groupBy(['projectId', 'resolvedAfter'])
        .execute();
      return counts.sort((one, other) => one.projectId - other.projectId || (one.after < other.after ? -1 : 1));
    },
  };
}

/** When each of these was first seen, project by project. */
export async function datedReleases(
  db: Db,
  engine: StateEngine,
  requested: { projectId: ProjectId; version: string }[],
): Promise<Map<ProjectId, Map<string, number>>> {
  const found = new Map<ProjectId, Map<string, number>>();
  for (const [projectId, ofProject] of Map.groupBy(requested, (each) => each.projectId)) {
    const versions = [...new Set(ofProject.map(({ version }) => version))];
    const releases = await db
      .selectFrom('release')
      .select(['version', 'firstSeenAtMs'])
      .where('projectId', '=', projectId)
      .where('version', 'in', engine.list(versions, 'text'))
      .execute();
    found.set(projectId, new Map(releases.map(({ version, firstSeenAtMs }) => [version, firstSeenAtMs])));
  }
  return found;
}

export async function applyReleases(
  db: Db,
  engine: StateEngine,
  publish: Publish,
  facts: ReleaseFacts[],
): Promise<void> {
  const rows = facts.map(({ version, events: eventCount, ...release }) => ({
    ...release,
    version: storableText(version),
    eventCount,
  }));
  await engine.runMany(db, rows, (row) =>
    db
      .insertInto('release')
      .values(row)
      .onConflict((conflict) =>
        conflict.columns(['projectId', 'version']).doUpdateSet({
          firstSeenAtMs: smaller('firstSeenAtMs'),
          lastSeenAtMs: greater('lastSeenAtMs'),
          eventCount: sql`release.event_count + excluded.event_count`,
        }),
      ),
  );
  const versions = rows.map(({ version }) => version);
  // Read first: an insert that finds its row would use up an ID each time.
  const known = await db
    .selectFrom('release_record')
    .select(['organizationId', 'version'])
    .where('version', 'in', engine.list(versions, 'text'))
    .execute();
  const isKnown = new Set(known.map(({ organizationId, version }) => `${organizationId} ${version}`));
  const missing = rows
    .map((release) => newRecord(release.organizationId, release.version, release.firstSeenAtMs))
    .filter(({ organizationId, version }) => !isKnown.has(`${organizationId} ${version}`));
  await engine.runMany(db, missing, (row) => db.insertInto('release_record').values(row).onConflict(doNothing));
  const memberships = rows.map(({ projectId, organizationId, version }) => ({ projectId, organizationId, version }));
  const added = await engine.runMany(db, memberships, (row) =>
    db
      .insertInto('release_project')
      .columns(['projectId', 'releaseId'])
      .expression(
        db
          .selectFrom('release_record')
          .select([sql<ProjectId>`${row.projectId}`.as('projectId'), 'id'])
          .where('organizationId', '=', row.organizationId)
          .where('version', '=', row.version),
      )
      .onConflict(doNothing)
      .returning('projectId'),
  );
  const isNew = memberships.filter((_, index) => added[index]!.length > 0);
  for (const [, ofRelease] of Map.groupBy(isNew, ({ organizationId, version }) => `${organizationId} ${version}`)) {
    publishRelease(
      publish,
      ofRelease[0]!.version,
      ofRelease.map((row) => row.projectId),
    );
  }
}

export async function applyEnvironments(db: Db, engine: StateEngine, environments: Environment[]): Promise<void> {
  const rows = environments
    .filter(({ name }) => name !== '')
    .map(({ projectId, name }) => ({ projectId, name: storableText(name), counted_of: projectId }));
  const most = sql.lit(limits.ENVIRONMENT_COUNT_MAX);
  await engine.runMany(db, rows, (row) =>
    db
      .insertInto('environment')
      .columns(['projectId', 'name'])
      .expression(
        db
          .selectNoFrom([sql<ProjectId>`${row.projectId}`.as('projectId'), sql<string>`${row.name}`.as('name')])
          .where(
            sql<boolean>`(select count(*) from (select 1 from environment where project_id = ${row.counted_of} limit ${most}) as counted) < ${most}`,
          ),
      )
      .onConflict(doNothing),
  );
}

const smaller = (column: string) => selected(column, sql`<`);
const greater = (column: string) => selected(column, sql`>`);
function selected(column: string, comparison: ReturnType<typeof sql>) {
  const [old, offered] = [sql.ref(`release.${column}`), sql.ref(`excluded.${column}`)];
  return sql<number>`case when ${offered} ${comparison} ${old} then ${offered} else ${old} end`;
}
