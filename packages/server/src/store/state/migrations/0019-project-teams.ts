import type { Kysely } from 'kysely';

/** The teams that a project belongs to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('project_team')
    .addColumn('project_id', 'bigint', (column) => column.notNull().references('project.id'))
    .addColumn('team_id', 'bigint', (column) => column.notNull().references('team.id'))
    .addPrimaryKeyConstraint('project_team_key', ['project_id', 'team_id'])
    .execute();
  await db.schema.createIndex('project_team_of_team').on('project_team').column('team_id').execute();
}
