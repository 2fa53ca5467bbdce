import type { OrganizationId, ProjectId } from '@seismo/protocol';
import type { Selectable } from 'kysely';
import type { MaintenanceTimes } from '#domain/alerts/maintenance.ts';
import type { StateEngine } from '../engine.ts';
import type { Db, Schema } from '../schema.ts';
import { storableText } from '../storable-text.ts';
import type { MaintenanceReads, MaintenanceWindow, MaintenanceWrites } from './contract.ts';

export function maintenanceReads(db: Db, engine: StateEngine): MaintenanceReads {
  return {
    async listMaintenanceWindows(organizationIds) {
      const rows = await db
        .selectFrom('maintenance_window')
        .selectAll()
        .where('organizationId', 'in', engine.list(organizationIds, 'bigint'))
        .orderBy('id')
        .execute();
      return rows.map(windowOf);
    },
    async maintenanceWindow(id) {
      const row = await db.selectFrom('maintenance_window').selectAll().where('id', '=', id).executeTakeFirst();
      return row ? windowOf(row) : null;
    },
  };
}

export function maintenanceWrites(db: Db): MaintenanceWrites {
  return {
    async addMaintenanceWindow({ organizationId, name, projectIds, times, createdAtMs }) {
      const row = { organizationId, name: storableText(name), projectIds: JSON.stringify(projectIds), createdAtMs };
      const added = db.insertInto('maintenance_window').values({ ...row, ...columnsOf(times) });
      return (await added.returning('id').executeTakeFirstOrThrow()).id;
    },
    async changeMaintenanceWindow(id, { name, projectIds, times }) {
      const change = {
        ...(name !== undefined && { name: storableText(name) }),
        ...(projectIds && { projectIds: JSON.stringify(projectIds) }),
        ...(times && columnsOf(times)),
      };
      if (Object.keys(change).length === 0) return;
      await db.updateTable('maintenance_window').set(change).where('id', '=', id).execute();
    },
    async deleteMaintenanceWindow(id) {
      await db.deleteFrom('maintenance_window').where('id', '=', id).execute();
    },
    async trimMaintenanceWindows(beforeMs) {
      await db.deleteFrom('maintenance_window').where('endsAtMs', '<', beforeMs).execute();
    },
  };
}

/** A window of this project only is deleted: without a project it would concern all of them. */
export async function removeFromMaintenance(
  db: Db,
  project: { id: ProjectId; organizationId: OrganizationId },
): Promise<void> {
  const windows = await db
    .selectFrom('maintenance_window')
    .select(['id', 'projectIds'])
    .where('organizationId', '=', project.organizationId)
    .execute();
  for (const { id, projectIds } of windows) {
    if (!projectIds.includes(project.id)) continue;
    const others = projectIds.filter((each) => each !== project.id);
    await (others.length === 0
      ? db.deleteFrom('maintenance_window').where('id', '=', id).execute()
      : db
          .updateTable('maintenance_window')
          .set({ projectIds: JSON.stringify(others) })
          .where('id', '=', id)
          .execute());
  }
}

const columnsOf = (times: MaintenanceTimes) =>
  times.kind === 'once'
    ? { startsAtMs: times.startsAtMs, endsAtMs: times.endsAtMs, schedule: null }
    : { startsAtMs: null, endsAtMs: null, schedule: JSON.stringify(times.schedule) };

function windowOf({
  startsAtMs,
  endsAtMs,
  schedule,
  ...window
}: Selectable<Schema['maintenance_window']>): MaintenanceWindow {
  const times: MaintenanceTimes =
    schedule === null ? { kind: 'once', startsAtMs: startsAtMs!, endsAtMs: endsAtMs! } : { kind: 'weekly', schedule };
  return { ...window, times };
}
