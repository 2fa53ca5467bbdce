import { sql, type Kysely } from 'kysely';
import type { StateEngine } from '../engine.ts';
import { keepable } from '../keepable.ts';
import type { Schema } from '../schema.ts';
import type { Environment, ReleaseFacts, ReleaseReads } from './contract.ts';

export function releaseReads(db: Kysely<Schema>, engine: StateEngine): ReleaseReads {
  return {
    async listEnvironments(projectIds) {
      const environments = db
        .selectFrom('environment')
        .select('name')
        .distinct()
        .where('project_id', 'in', engine.list(projectIds, 'bigint') as never);
      // Sorted here: engines collate differently.
      return (await environments.execute()).map(({ name }) => name).sort();
    },
    async listReleases(projectId) {
      return db
        .selectFrom('release')
        .select([
          'project_id as projectId',
          'version',
          'first_seen_at_ms as firstSeenAtMs',
          'last_seen_at_ms as lastSeenAtMs',
          'event_count as eventCount',
        ])
        .where('project_id', '=', projectId)
        .orderBy('first_seen_at_ms', 'desc')
        .orderBy('version')
        .execute();
    },
  };
}

export async function applyReleases(db: Kysely<Schema>, engine: StateEngine, facts: ReleaseFacts[]): Promise<void> {
  const rows = facts.map((release) => ({
    project_id: release.projectId,
    version: keepable(release.version),
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
}

export async function applyEnvironments(
  db: Kysely<Schema>,
  engine: StateEngine,
  environments: Environment[],
): Promise<void> {
  const rows = environments
    .filter(({ name }) => name !== '')
    .map(({ projectId, name }) => ({ project_id: projectId, name: keepable(name) }));
  await engine.runMany(db, rows, (row) =>
    db
      .insertInto('environment')
      .values(row)
      .onConflict((conflict) => conflict.doNothing()),
  );
}

const smaller = (column: string) => chosen(column, sql`<`);
const greater = (column: string) => chosen(column, sql`>`);
function chosen(column: string, comparison: ReturnType<typeof sql>) {
  const [old, offered] = [sql.ref(`release.${column}`), sql.ref(`excluded.${column}`)];
  return sql<number>`case when ${offered} ${comparison} ${old} then ${offered} else ${old} end`;
}
