import type { Selectable } from 'kysely';
import type { StateEngine } from '../engine.ts';
import type { Db, Schema } from '../schema.ts';
import { storableText } from '../storable-text.ts';
import type { Alert, AlertReads, AlertWrites } from './contract.ts';

export function alertReads(db: Db, engine: StateEngine): AlertReads {
  const withMatches = async (rows: Selectable<Schema['alert']>[]): Promise<Alert[]> => {
    const matches = await db
      .selectFrom('alert_match')
      .selectAll()
      .where('alertId', 'in', engine.list(idsOf(rows), 'bigint'))
      .orderBy('ruleId')
      .execute();
    const byAlert = Map.groupBy(matches, ({ alertId }) => alertId);
    return rows.map((row) => ({
      ...row,
      matches: (byAlert.get(row.id) ?? []).map(({ ruleId, suppressed }) => ({
        ruleId,
        suppressed: suppressed === '' ? null : suppressed,
      })),
    }));
  };
  const deliveries = db.selectFrom('delivery').selectAll('delivery');
  return {
    listAlertRules: (projectIds) =>
      db
        .selectFrom('alert_rule')
        .selectAll()
        .where('projectId', 'in', engine.list(projectIds, 'bigint'))
        .orderBy('projectId')
        .orderBy('id')
        .execute(),
    sentMatches: (ruleIds, issueIds, sinceMs) =>
      db
        .selectFrom('alert')
        .innerJoin('alert_match', 'alert_match.alertId', 'alert.id')
        .select(['ruleId', 'issueId', 'decidedAtMs'])
        .where('issueId', 'in', engine.list(issueIds, 'bigint'))
        .where('decidedAtMs', '>', sinceMs)
        .where('ruleId', 'in', engine.list(ruleIds, 'bigint'))
        .where('suppressed', '=', '')
        .orderBy('alertId')
        .execute(),
    async listAlerts(projectIds, before, count) {
      let alerts = db.selectFrom('alert').selectAll().where('projectId', 'in', engine.list(projectIds, 'bigint'));
      if (before !== null) alerts = alerts.where('id', '<', before);
      return withMatches(await alerts.orderBy('id', 'desc').limit(count).execute());
    },
    async alertsByIds(ids) {
      const alerts = db.selectFrom('alert').selectAll().where('id', 'in', engine.list(ids, 'bigint'));
      return withMatches(await alerts.orderBy('id', 'desc').execute());
    },
    deliveriesOfAlerts: (alertIds) =>
      deliveries
        .innerJoin('delivery_alert', 'delivery_alert.deliveryId', 'delivery.id')
        .select('alertId')
        .where('alertId', 'in', engine.list(alertIds, 'bigint'))
        .orderBy('delivery.id')
        .execute(),
    async delivery(id) {
      return (await deliveries.where('id', '=', id).executeTakeFirst()) ?? null;
    },
    async alertIdsOf(deliveryId) {
      const alerts = db.selectFrom('delivery_alert').select('alertId').where('deliveryId', '=', deliveryId);
      return (await alerts.orderBy('alertId', 'desc').execute()).map(({ alertId }) => alertId);
    },
    attemptsOf: (deliveryIds) =>
      db
        .selectFrom('delivery_attempt')
        .selectAll()
        .where('deliveryId', 'in', engine.list(deliveryIds, 'bigint'))
        .orderBy('deliveryId')
        .orderBy('number')
        .execute(),
    dueDeliveries: (nowMs, count) =>
      deliveries
        .where('status', '=', 'queued')
        .where('dueAtMs', '<=', nowMs)
        .orderBy('dueAtMs')
        .orderBy('id')
        .limit(count)
        .execute(),
    async nextDeliveryAtMs() {
      const next = db.selectFrom('delivery').select('dueAtMs').where('status', '=', 'queued').orderBy('dueAtMs');
      return (await next.limit(1).executeTakeFirst())?.dueAtMs ?? null;
    },
    recentDeliveries: (userId, sinceMs) =>
      deliveries.where('userId', '=', userId).where('dueAtMs', '>', sinceMs).orderBy('dueAtMs').orderBy('id').execute(),
  };
}

export function alertWrites(db: Db, engine: StateEngine): AlertWrites {
  const update = (id: number) => db.updateTable('delivery').where('id', '=', id);
  return {
    async addAlertRules(rules) {
      const rows = rules.map((rule) => ({
        ...rule,
        name: storableText(rule.name),
        query: storableText(rule.query),
      }));
      await engine.runMany(db, rows, (row) => db.insertInto('alert_rule').values(row));
    },
    async setAlertRuleEnabled(id, enabled) {
      await db.updateTable('alert_rule').set({ enabled }).where('id', '=', id).execute();
    },
    async addAlerts(alerts) {
      const stored = await engine.runMany(
        db,
        alerts.map(({ projectId, issueId, happenedAtMs, decidedAtMs }) => ({
          projectId,
          issueId,
          happenedAtMs,
          decidedAtMs,
        })),
        (row) => db.insertInto('alert').values(row).returning('id'),
      );
      const ids = stored.map(([row]) => row!.id);
      const matches = alerts.flatMap((alert, index) =>
        alert.matches.map(({ ruleId, suppressed }) => ({
          alertId: ids[index]!,
          ruleId,
          suppressed: suppressed ?? ('' as const),
        })),
      );
      await engine.runMany(db, matches, (row) => db.insertInto('alert_match').values(row));
      return ids;
    },
    async addDelivery(delivery) {
      const row = { ...delivery, status: 'queued' as const, endedAtMs: null };
      return (await db.insertInto('delivery').values(row).returning('id').executeTakeFirstOrThrow()).id;
    },
    async addToDelivery(deliveryId, alertIds) {
      const added = alertIds.map((alertId) => ({ deliveryId, alertId }));
      await engine.runMany(db, added, (row) => db.insertInto('delivery_alert').values(row));
    },
    async beginAttempt(deliveryId, nowMs) {
      const begun = await update(deliveryId)
        .set({ status: 'sending' })
        .where('status', '=', 'queued')
        .returning('id')
        .executeTakeFirst();
      if (!begun) return null;
      const { last } = await db
        .selectFrom('delivery_attempt')
        .select(({ fn }) => fn.max('number').as('last'))
        .where('deliveryId', '=', deliveryId)
        .executeTakeFirstOrThrow();
      const number = (last ?? 0) + 1;
      const attempt = { deliveryId, number, startedAtMs: nowMs, endedAtMs: null, answer: '' };
      await db.insertInto('delivery_attempt').values(attempt).execute();
      return number;
    },
    async endAttempt(deliveryId, { number, atMs, answer, status, dueAtMs }) {
      await db
        .updateTable('delivery_attempt')
        .set({ endedAtMs: atMs, answer: storableText(answer) })
        .where('deliveryId', '=', deliveryId)
        .where('number', '=', number)
        .execute();
      const change = status === 'queued' ? { status, dueAtMs: dueAtMs ?? atMs } : { status, endedAtMs: atMs };
      // Not if it was canceled meanwhile.
      await update(deliveryId).set(change).where('status', '=', 'sending').execute();
    },
    async requeueDelivery(deliveryId, nowMs) {
      await update(deliveryId)
        .set({ status: 'queued', dueAtMs: nowMs, endedAtMs: null })
        .where('status', 'in', ['failed', 'canceled'])
        .execute();
    },
    async requeueInterrupted(nowMs) {
      const queued = { status: 'queued', dueAtMs: nowMs } as const;
      await db.updateTable('delivery').set(queued).where('status', '=', 'sending').execute();
    },
    async cancelQueuedDeliveries(nowMs) {
      const canceled = { status: 'canceled', endedAtMs: nowMs } as const;
      await db.updateTable('delivery').set(canceled).where('status', 'in', ['queued', 'sending']).execute();
    },
    async trimAlerts(beforeMs, count) {
      const ended = db.selectFrom('delivery').select('id').where('endedAtMs', '<', beforeMs).orderBy('id');
      await deleteDeliveries(db, engine, idsOf(await ended.limit(count).execute()));
      const old = db.selectFrom('alert').select('id').where('decidedAtMs', '<', beforeMs).orderBy('id');
      await deleteAlerts(db, engine, idsOf(await old.limit(count).execute()));
    },
  };
}

/** A delivery without alerts that is still queued is canceled when its time comes. */
export async function deleteAlerts(db: Db, engine: StateEngine, ids: number[]): Promise<void> {
  const alerts = engine.list(ids, 'bigint');
  for (const table of ['delivery_alert', 'alert_match'] as const)
    await db.deleteFrom(table).where('alertId', 'in', alerts).execute();
  await db.deleteFrom('alert').where('id', 'in', alerts).execute();
}

export async function deleteDeliveries(db: Db, engine: StateEngine, ids: number[]): Promise<void> {
  const deliveries = engine.list(ids, 'bigint');
  for (const table of ['delivery_alert', 'delivery_attempt'] as const)
    await db.deleteFrom(table).where('deliveryId', 'in', deliveries).execute();
  await db.deleteFrom('delivery').where('id', 'in', deliveries).execute();
}

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);
