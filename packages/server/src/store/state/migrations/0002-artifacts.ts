import { sql, type Kysely } from 'kysely';
import type { StateEngine } from '../engine.ts';

/** Source maps, and what a release is besides the events it has: dates, commits, deploys. */
export async function up(db: Kysely<unknown>, engine: StateEngine): Promise<void> {
  const id = engine.identity === 'autoincrement' ? 'integer' : 'bigint';
  const table = (name: string) => db.schema.createTable(name);
  const numbered = (name: string) =>
    table(name).addColumn('id', id, (column) =>
      engine.identity === 'autoincrement'
        ? column.primaryKey().autoIncrement()
        : column.primaryKey().generatedAlwaysAsIdentity(),
    );

  await numbered('artifact_bundle')
    .addColumn('organization_id', 'bigint', (column) => column.notNull().references('organization.id'))
    .addColumn('checksum', 'text')
    .addColumn('file_count', 'bigint', (column) => column.notNull())
    .addColumn('debug_id_count', 'bigint', (column) => column.notNull())
    .addColumn('map_count', 'bigint', (column) => column.notNull())
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('artifact_bundle_checksum', ['organization_id', 'checksum'])
    .execute();
  await table('artifact_use')
    .addColumn('bundle_id', 'bigint', (column) => column.notNull().references('artifact_bundle.id'))
    .addColumn('project_id', 'bigint', (column) => column.notNull().references('project.id'))
    .addColumn('release', 'text', (column) => column.notNull())
    .addColumn('dist', 'text', (column) => column.notNull())
    .addColumn('uploaded_at_ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('artifact_use_key', ['bundle_id', 'project_id', 'release', 'dist'])
    .execute();
  await db.schema
    .createIndex('artifact_use_of_project')
    .on('artifact_use')
    .columns(['project_id', 'uploaded_at_ms', 'bundle_id'])
    .execute();
  await db.schema
    .createIndex('artifact_use_of_release')
    .on('artifact_use')
    .columns(['project_id', 'release', 'bundle_id'])
    .execute();
  await numbered('artifact')
    .addColumn('bundle_id', 'bigint', (column) => column.notNull().references('artifact_bundle.id'))
    .addColumn('organization_id', 'bigint', (column) => column.notNull().references('organization.id'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('debug_id', 'text')
    .addColumn('map_url', 'text', (column) => column.notNull())
    .addColumn('map_id', 'bigint')
    .addColumn('blob_key', 'text', (column) => column.notNull())
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .execute();
  const indexes = { of_bundle: ['bundle_id', 'url'], by_url: ['url'], by_blob: ['blob_key'] };
  for (const [name, columns] of Object.entries(indexes)) {
    await db.schema.createIndex(`artifact_${name}`).on('artifact').columns(columns).execute();
  }
  await db.schema
    .createIndex('artifact_by_debug_id')
    .on('artifact')
    .columns(['debug_id'])
    .where(sql<boolean>`debug_id is not null`)
    .execute();
  await table('artifact_chunk')
    .addColumn('organization_id', 'bigint', (column) => column.notNull().references('organization.id'))
    .addColumn('checksum', 'text', (column) => column.notNull())
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .addColumn('added_at_ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('artifact_chunk_key', ['organization_id', 'checksum'])
    .execute();
  await table('artifact_assembly')
    .addColumn('organization_id', 'bigint', (column) => column.notNull().references('organization.id'))
    .addColumn('checksum', 'text', (column) => column.notNull())
    .addColumn('plan', 'text', (column) => column.notNull())
    .addColumn('started_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('problem', 'text')
    .addPrimaryKeyConstraint('artifact_assembly_key', ['organization_id', 'checksum'])
    .execute();

  await numbered('release_record')
    .addColumn('organization_id', 'bigint', (column) => column.notNull().references('organization.id'))
    .addColumn('version', 'text', (column) => column.notNull())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('started_at_ms', 'bigint')
    .addColumn('released_at_ms', 'bigint')
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('ref', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('refs', 'text', (column) => column.notNull())
    .addColumn('commit_count', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('release_record_version', ['organization_id', 'version'])
    .execute();
  await table('release_project')
    .addColumn('release_id', 'bigint', (column) => column.notNull().references('release_record.id'))
    .addColumn('project_id', 'bigint', (column) => column.notNull().references('project.id'))
    .addPrimaryKeyConstraint('release_project_key', ['project_id', 'release_id'])
    .execute();
  await db.schema.createIndex('release_project_of_release').on('release_project').column('release_id').execute();
  await table('release_commit')
    .addColumn('release_id', 'bigint', (column) => column.notNull().references('release_record.id'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('commit_id', 'text', (column) => column.notNull())
    .addColumn('message', 'text', (column) => column.notNull())
    .addColumn('author_name', 'text', (column) => column.notNull())
    .addColumn('author_email', 'text', (column) => column.notNull())
    .addColumn('at_ms', 'bigint')
    .addColumn('repository', 'text', (column) => column.notNull())
    .addColumn('files', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('release_commit_key', ['release_id', 'position'])
    .execute();
  await numbered('deploy')
    .addColumn('release_id', 'bigint', (column) => column.notNull().references('release_record.id'))
    .addColumn('environment', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('started_at_ms', 'bigint')
    .addColumn('finished_at_ms', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('deploy_of_release').on('deploy').column('release_id').execute();

  // Not only where there are events: counting one more would then touch this index too.
  await db.schema.createIndex('issue_by_first_release').on('issue').columns(['project_id', 'first_release']).execute();

  // Releases that are known from their events so far.
  await sql`insert into release_record
      (organization_id, version, created_at_ms, url, ref, status, refs, commit_count)
    select organization_id, version, min(first_seen_at_ms), '', '', 'open', '[]', 0
    from release group by organization_id, version`.execute(db);
  await sql`insert into release_project (release_id, project_id)
    select record.id, release.project_id from release
    join release_record as record
      on record.organization_id = release.organization_id and record.version = release.version`.execute(db);
}
