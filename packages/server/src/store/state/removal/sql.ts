import type { IssueId, ProjectId } from '@seismo/protocol';
import { deleteAlerts, deleteAlertRules, deleteChannels, deleteDeliveries } from '#store/state/alerts/sql.ts';
import { artifactWrites } from '../artifacts/writes.sql.ts';
import type { StateEngine } from '../engine.ts';
import { removeFromMaintenance } from '../maintenance/sql.ts';
import type { Publish } from '../outbox/sql.ts';
import type { Db } from '../schema.ts';
import type { RemovalWrites } from './contract.ts';

/** Tables with a column `issue_id`, children before the rows they refer to. */
const ofIssue = [
  'issue_texts',
  'issue_fingerprint',
  'issue_user',
  'issue_hour',
  'issue_first_seen',
  'issue_seen',
  'issue_bookmark',
  'issue_subscription',
  'issue_share',
  'activity',
  'issue_redirect',
  'regroup',
] as const;
const ofProject = [
  'feedback',
  'regroup',
  'issue_fingerprint',
  'digest_error',
  'configuration',
  'filtered_example',
  'release_summary',
  'release',
  'release_project',
  'environment',
  'reprocess_task',
  'end_user_deletion',
  'project_usage',
  'project_team',
  'open_spike',
  'project_key',
] as const;
const ofOrganization = [
  'slack_user',
  'maintenance_window',
  'invitation',
  'saved_search',
  'identity_provider',
  'audit_entry',
  'artifact_chunk',
  'artifact_assembly',
  'membership',
  'session',
  'api_token',
  'identity',
  'ceremony',
] as const;

export function removalWrites(db: Db, engine: StateEngine, publish: Publish): RemovalWrites {
  const deleteIssues = async (ids: IssueId[]) => {
    const issues = engine.list(ids, 'bigint');
    const texts = await db.selectFrom('issue_text').select('id').where('issueId', 'in', issues).execute();
    const textIds = texts.map(({ id }) => id);
    await engine.texts.remove(db, textIds);
    await db.deleteFrom('issue_text').where('issueId', 'in', issues).execute();
    // User feedback stays, without its event.
    await db
      .updateTable('feedback')
      .set({ eventHash: null })
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('issue_fingerprint')
            .select('hash')
            .where('issueId', 'in', issues)
            .whereRef('issue_fingerprint.projectId', '=', 'feedback.projectId')
            .whereRef('hash', '=', 'eventHash'),
        ),
      )
      .execute();
    const alerts = await db.selectFrom('alert').select('id').where('issueId', 'in', issues).execute();
    await deleteAlerts(
      db,
      engine,
      alerts.map((alert) => alert.id),
    );
    for (const table of ofIssue) await db.deleteFrom(table).where('issueId', 'in', issues).execute();
    await db.deleteFrom('issue_redirect').where('intoId', 'in', issues).execute();
    return db.deleteFrom('issue').where('id', 'in', issues).returning(['projectId', 'shortId']).execute();
  };
  return {
    async deleteIssue(id) {
      const deleted = await deleteIssues([id]);
      publish(
        deleted.map(({ projectId, shortId }) => ({
          kind: 'issue-deleted',
          projectIds: [projectId],
          issueId: id,
          shortId,
        })),
      );
    },

    // Its row in `lane` stays: until the journal has trimmed the lane, it tells after a crash which entries are applied,
    // the deletion among them, and the greatest of all positions tells whether a journal is older than the state store.
    async deleteProject(id) {
      const issues = await db.selectFrom('issue').select('id').where('projectId', '=', id).execute();
      await deleteIssues(issues.map((issue) => issue.id));
      await deleteUploads(db, engine, id);
      const releases = await db.selectFrom('release_project').selectAll().where('projectId', '=', id).execute();
      const releaseIds = releases.map(({ releaseId }) => releaseId);
      await deleteAlertRules(db, engine, id);
      const project = db.selectFrom('project').select(['id', 'organizationId']).where('id', '=', id);
      const found = await project.executeTakeFirst();
      if (found) await removeFromMaintenance(db, found);
      for (const table of ofProject) await db.deleteFrom(table).where('projectId', '=', id).execute();
      const alone = db
        .selectFrom('release_record')
        .select('id')
        .where('id', 'in', engine.list(releaseIds, 'bigint'))
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(selectFrom('release_project').select('releaseId').whereRef('releaseId', '=', 'release_record.id')),
          ),
        );
      const ids = (await alone.execute()).map((release) => release.id);
      const gone = engine.list(ids, 'bigint');
      await db.deleteFrom('release_commit').where('releaseId', 'in', gone).execute();
      await db.deleteFrom('deploy').where('releaseId', 'in', gone).execute();
      await db.deleteFrom('release_record').where('id', 'in', gone).execute();
      await db.deleteFrom('project').where('id', '=', id).execute();
    },

    async deleteOrganization(id) {
      const project = db.selectFrom('project').select('id').where('organizationId', '=', id);
      if (await project.executeTakeFirst()) throw new Error('An organization with a project is not deleted.');
      const teams = db.selectFrom('team').select('id').where('organizationId', '=', id);
      await db.deleteFrom('team_member').where('teamId', 'in', teams).execute();
      await db.deleteFrom('team').where('organizationId', '=', id).execute();
      const deliveries = await db.selectFrom('delivery').select('id').where('organizationId', '=', id).execute();
      await deleteDeliveries(
        db,
        engine,
        deliveries.map((delivery) => delivery.id),
      );
      await deleteChannels(db, id);
      for (const table of ofOrganization) await db.deleteFrom(table).where('organizationId', '=', id).execute();
      await db.deleteFrom('organization').where('id', '=', id).execute();
    },
  };
}

async function deleteUploads(db: Db, engine: StateEngine, projectId: ProjectId): Promise<void> {
  const uploads = await db
    .selectFrom('artifact_use')
    .select(['bundleId', 'release', 'dist'])
    .where('projectId', '=', projectId)
    .execute();
  for (const upload of uploads) await artifactWrites(db, engine).deleteUpload({ ...upload, projectId });
}
