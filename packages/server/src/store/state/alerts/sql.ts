import type { OrganizationId, ProjectId } from '@seismo/protocol';
import type { Selectable } from 'kysely';
import type { StateEngine } from '../engine.ts';
import { doNothing } from '../columns.ts';
import type { Db, Schema } from '../schema.ts';
import { storableText } from '../storable-text.ts';
import type {
  Alert,
  AlertReads,
  AlertRule,
  AlertWrites,
  Channel,
  ChannelRecord,
  Delivery,
  IssueHappening,
} from './contract.ts';

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
  const deliveries = db.selectFrom('delivery').selectAll('delivery').$castTo<Delivery>();
  const channels = db.selectFrom('channel').selectAll();
  const rules = db.selectFrom('alert_rule').selectAll();
  const rulesOf = async (query: typeof rules): Promise<AlertRule[]> => {
    const rows = await query.execute();
    const targets = await db
      .selectFrom('alert_rule_channel')
      .selectAll()
      .where('ruleId', 'in', engine.list(idsOf(rows), 'bigint'))
      .orderBy('channelId')
      .execute();
    const mutes = await db
      .selectFrom('alert_rule_mute')
      .selectAll()
      .where('ruleId', 'in', engine.list(idsOf(rows), 'bigint'))
      .orderBy('userId')
      .execute();
    const byRule = Map.groupBy(targets, ({ ruleId }) => ruleId);
    const mutesOf = Map.groupBy(mutes, ({ ruleId }) => ruleId);
    return rows.map((rule) => ({
      ...rule,
      channelIds: (byRule.get(rule.id) ?? []).map(({ channelId }) => channelId),
      mutedBy: (mutesOf.get(rule.id) ?? []).map(({ userId }) => userId),
    }));
  };
  const channelOf = (row: Selectable<Schema['channel']>): Channel => {
    const settings = row.settings === '' ? null : engine.secrets.open(row.settings, channelContext(row.id));
    return { ...row, settings: settings === null ? null : (JSON.parse(settings) as Record<string, string>) };
  };
  return {
    listAlertRules: (projectIds) =>
      rulesOf(
        rules
          .where('projectId', 'in', engine.list(projectIds, 'bigint'))
          .where('deletedAtMs', 'is', null)
          .orderBy('projectId')
          .orderBy('id'),
      ),
    alertRulesByIds: (ids) => rulesOf(rules.where('id', 'in', engine.list(ids, 'bigint')).orderBy('id')),
    measuringRules: async () => {
      const measuring = await rulesOf(
        rules
          .where('condition', 'is not', null)
          .where('triggerKind', '<>', 'release')
          .where('enabled', '=', true)
          .where('deletedAtMs', 'is', null)
          .orderBy('id'),
      );
      return measuring as Awaited<ReturnType<AlertReads['measuringRules']>>;
    },
    async issueHistory(projectId, sinceMs, count) {
      const changed = await db
        .selectFrom('issue')
        .innerJoin('activity', 'activity.issueId', 'issue.id')
        .select(['issueId', 'activity.kind', 'activity.atMs'])
        .where('projectId', '=', projectId)
        .where('lastSeenAtMs', '>', sinceMs)
        .where('activity.kind', 'in', Object.keys(historyTriggers) as (keyof typeof historyTriggers)[])
        .where('activity.atMs', '>', sinceMs)
        .orderBy('activity.atMs', 'desc')
        .orderBy('activity.id', 'desc')
        .limit(count)
        .execute();
      const seen = await db
        .selectFrom('issue')
        .innerJoin('issue_first_seen', 'issue_first_seen.issueId', 'issue.id')
        .select(['issueId', 'issue_first_seen.kind', 'issue_first_seen.value', 'issue_first_seen.atMs'])
        .where('projectId', '=', projectId)
        .where('lastSeenAtMs', '>', sinceMs)
        .where('issue_first_seen.atMs', '>', sinceMs)
        .orderBy('issue_first_seen.atMs', 'desc')
        .limit(count)
        .execute();
      return [
        ...changed.map(({ issueId, kind, atMs }): IssueHappening => {
          return { issueId, trigger: historyTriggers[kind as keyof typeof historyTriggers], value: null, atMs };
        }),
        ...seen.map(({ issueId, kind, value, atMs }): IssueHappening => {
          return { issueId, trigger: `first-in-${kind}`, value, atMs };
        }),
      ]
        .toSorted((one, other) => other.atMs - one.atMs)
        .slice(0, count);
    },
    async recentMatches(ruleIds, issueIds, sinceMs) {
      const ids = issueIds.filter((id) => id !== null);
      const matches = await db
        .selectFrom('alert')
        .innerJoin('alert_match', 'alert_match.alertId', 'alert.id')
        .select([
          'ruleId',
          'issueId',
          'measured',
          'releaseSummaryId',
          'isResolved',
          'happenedAtMs',
          'decidedAtMs',
          'acknowledgedAtMs',
          'suppressed',
        ])
        .where(({ or, eb }) =>
          or([
            eb('issueId', 'in', engine.list(ids, 'bigint')),
            ...(ids.length < issueIds.length ? [eb('issueId', 'is', null)] : []),
          ]),
        )
        .where('decidedAtMs', '>', sinceMs)
        .where('ruleId', 'in', engine.list(ruleIds, 'bigint'))
        .orderBy('alertId')
        .execute();
      return matches.map((match) => ({ ...match, suppressed: match.suppressed === '' ? null : match.suppressed }));
    },
    async listAlerts(projectIds, before, count) {
      let alerts = db.selectFrom('alert').selectAll().where('projectId', 'in', engine.list(projectIds, 'bigint'));
      if (before !== null) alerts = alerts.where('id', '<', before);
      return withMatches(await alerts.orderBy('id', 'desc').limit(count).execute());
    },
    async alertsByIds(ids) {
      const alerts = db.selectFrom('alert').selectAll().where('id', 'in', engine.list(ids, 'bigint'));
      return withMatches(await alerts.orderBy('id', 'desc').execute());
    },
    async alertedTimes(issueId) {
      const alerted = db
        .selectFrom('alert')
        .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('id').as('lastId')])
        .where('issueId', '=', issueId)
        .where('isResolved', '=', false)
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('alert_match')
              .select('ruleId')
              .whereRef('alertId', '=', 'alert.id')
              .where('suppressed', '=', ''),
          ),
        );
      const { count, lastId } = await alerted.executeTakeFirstOrThrow();
      return { count: Number(count), lastId };
    },
    escalationsOf: (alertIds) =>
      db
        .selectFrom('alert_escalation')
        .selectAll()
        .where('alertId', 'in', engine.list(alertIds, 'bigint'))
        .orderBy('alertId')
        .orderBy('ruleId')
        .execute(),
    dueEscalations: (nowMs, count) =>
      db
        .selectFrom('alert_escalation')
        .selectAll()
        .where('dueAtMs', '<=', nowMs)
        .orderBy('dueAtMs')
        .orderBy('alertId')
        .orderBy('ruleId')
        .limit(count)
        .execute(),
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
    recentDeliveries: ({ userId, channelId, browserId }, sinceMs) =>
      deliveries
        .where((on) => {
          if (browserId !== null) return on('browserId', '=', browserId);
          if (userId === null) return on('channelId', '=', channelId);
          return on.and([on('userId', '=', userId), on('browserId', 'is', null)]);
        })
        .where('dueAtMs', '>', sinceMs)
        .orderBy('dueAtMs')
        .orderBy('id')
        .execute(),
    async listChannels(organizationIds) {
      const rows = channels
        .where('organizationId', 'in', engine.list(organizationIds, 'bigint'))
        .where('deletedAtMs', 'is', null)
        .orderBy('organizationId')
        .orderBy('id');
      return (await rows.execute()).map(channelOf);
    },
    async channelsByIds(ids) {
      return (await channels.where('id', 'in', engine.list(ids, 'bigint')).orderBy('id').execute()).map(channelOf);
    },
    async channelsOfKind(kind) {
      const rows = channels.where('kind', '=', kind).where('deletedAtMs', 'is', null).orderBy('id');
      return (await rows.execute()).map(channelOf);
    },
    channelRecord: (id) => attemptRecord(db, 'channelId', id),
    async channelThread(channelId, subject) {
      const thread = db.selectFrom('channel_thread').select('messageId').where('channelId', '=', channelId);
      return (await thread.where('subject', '=', subject).executeTakeFirst())?.messageId ?? null;
    },
  };
}

export function alertWrites(db: Db, engine: StateEngine): AlertWrites {
  const update = (id: number) => db.updateTable('delivery').where('id', '=', id);
  const updateChannel = (id: number) => db.updateTable('channel').where('id', '=', id);
  const sealed = (id: number, settings: Record<string, string>) =>
    engine.secrets.seal(JSON.stringify(settings), channelContext(id));
  return {
    async addAlertRules(added) {
      const rows = await engine.runMany(
        db,
        added.map(({ channelIds: _, name, query, environments, schedule, condition, escalation, owner, ...rule }) => ({
          ...rule,
          name: storableText(name),
          query: storableText(query),
          environments: JSON.stringify(environments.map(storableText)),
          schedule: schedule && JSON.stringify(schedule),
          condition: condition && JSON.stringify(condition),
          escalation: escalation && JSON.stringify(escalation),
          owner: owner && JSON.stringify(owner),
          evaluated: null,
          deletedAtMs: null,
        })),
        (row) => db.insertInto('alert_rule').values(row).returning('id'),
      );
      const ids = rows.map(([row]) => row!.id);
      for (const [index, id] of ids.entries()) await setTargets(db, engine, id, added[index]!.channelIds);
      return ids;
    },
    async changeAlertRule(
      id,
      { channelIds, name, query, environments, schedule, condition, escalation, owner, ...change },
    ) {
      const changed = {
        ...change,
        name: name && storableText(name),
        query: query && storableText(query),
        environments: environments && JSON.stringify(environments.map(storableText)),
        schedule: schedule && JSON.stringify(schedule),
        condition: condition && JSON.stringify(condition),
        escalation: escalation && JSON.stringify(escalation),
        owner: owner && JSON.stringify(owner),
      };
      if (changes(changed)) await db.updateTable('alert_rule').set(changed).where('id', '=', id).execute();
      if (channelIds) await setTargets(db, engine, id, channelIds);
    },
    async setEvaluated(ruleId, evaluated) {
      const change = { evaluated: evaluated && JSON.stringify(evaluated) };
      await db.updateTable('alert_rule').set(change).where('id', '=', ruleId).execute();
    },
    async deleteAlertRule(id, nowMs) {
      await setTargets(db, engine, id, []);
      await db.updateTable('alert_rule').set({ deletedAtMs: nowMs }).where('id', '=', id).execute();
    },
    async addChannel({ settings, name, ...channel }) {
      const row = { ...channel, name: storableText(name), settings: '', reportedAtMs: null, deletedAtMs: null };
      const { id } = await db.insertInto('channel').values(row).returning('id').executeTakeFirstOrThrow();
      await updateChannel(id)
        .set({ settings: sealed(id, settings) })
        .execute();
      return id;
    },
    async changeChannel(id, { settings, name, ...change }) {
      const changed = {
        ...change,
        ...(name !== undefined && { name: storableText(name) }),
        ...(settings && { settings: sealed(id, settings) }),
      };
      if (change.address !== undefined) {
        const moved = db.selectFrom('channel').select('id').where('id', '=', id).where('address', '!=', change.address);
        await db.deleteFrom('channel_thread').where('channelId', 'in', moved).execute();
      }
      if (changes(changed)) await updateChannel(id).set(changed).execute();
    },
    async setChannelReported(id, atMs) {
      await updateChannel(id).set({ reportedAtMs: atMs }).execute();
    },
    async useChannelThread(thread) {
      await db
        .insertInto('channel_thread')
        .values(thread)
        .onConflict((conflict) => conflict.columns(['channelId', 'subject']).doUpdateSet({ usedAtMs: thread.usedAtMs }))
        .execute();
    },
    async forgetChannelThread(channelId, subject) {
      await db.deleteFrom('channel_thread').where('channelId', '=', channelId).where('subject', '=', subject).execute();
    },
    async trimChannelThreads(usedBeforeMs) {
      await db.deleteFrom('channel_thread').where('usedAtMs', '<', usedBeforeMs).execute();
    },
    async deleteChannel(id, nowMs) {
      await db.deleteFrom('channel_thread').where('channelId', '=', id).execute();
      await db.deleteFrom('alert_rule_channel').where('channelId', '=', id).execute();
      await updateChannel(id).set({ settings: '', allRules: false, deletedAtMs: nowMs }).execute();
      await cancelDeliveries(db, nowMs).where('channelId', '=', id).execute();
    },
    async addAlerts(alerts) {
      const stored = await engine.runMany(
        db,
        alerts.map(
          ({ projectId, issueId, measured = null, releaseSummaryId = null, isResolved = false, ...times }) => ({
            projectId,
            issueId,
            releaseSummaryId,
            measured: measured && JSON.stringify(measured),
            isResolved,
            acknowledgedAtMs: null,
            acknowledgedBy: null,
            happenedAtMs: times.happenedAtMs,
            decidedAtMs: times.decidedAtMs,
          }),
        ),
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
    async acknowledgeAlert({ id, issueId, matches }, by, nowMs) {
      const acknowledged = await db
        .updateTable('alert')
        .set({ acknowledgedAtMs: nowMs, acknowledgedBy: by })
        .where('id', '=', id)
        .where('acknowledgedAtMs', 'is', null)
        .returning('id')
        .executeTakeFirst();
      const escalations = db.deleteFrom('alert_escalation');
      if (issueId === null) {
        const ruleIds = matches.map(({ ruleId }) => ruleId);
        await escalations.where('ruleId', 'in', engine.list(ruleIds, 'bigint')).execute();
      } else {
        const ofIssue = db.selectFrom('alert').select('id').where('issueId', '=', issueId);
        await escalations.where('alertId', 'in', ofIssue).execute();
      }
      return acknowledged !== undefined;
    },
    async addEscalations(escalations) {
      await engine.runMany(db, escalations, (row) => db.insertInto('alert_escalation').values(row));
    },
    async endEscalations(escalations) {
      const keys = escalations.map(({ alertId, ruleId }) => ({ alertId, ruleId }));
      await engine.runMany(db, keys, ({ alertId, ruleId }) =>
        db.deleteFrom('alert_escalation').where('alertId', '=', alertId).where('ruleId', '=', ruleId),
      );
    },
    async setMuted(ruleId, userId, isMuted) {
      const mute = { ruleId, userId };
      if (isMuted) await db.insertInto('alert_rule_mute').values(mute).onConflict(doNothing).execute();
      else await db.deleteFrom('alert_rule_mute').where('ruleId', '=', ruleId).where('userId', '=', userId).execute();
    },
    async addDelivery({ isEscalation = false, browserId = null, ...delivery }) {
      const notice = delivery.notice && JSON.stringify(delivery.notice);
      const row = { ...delivery, browserId, isEscalation, notice, status: 'queued' as const, endedAtMs: null };
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
      await cancelDeliveries(db, nowMs).execute();
      await db.deleteFrom('alert_escalation').execute();
    },
    async trimAlerts(beforeMs, count) {
      const ended = db.selectFrom('delivery').select('id').where('endedAtMs', '<', beforeMs).orderBy('id');
      await deleteDeliveries(db, engine, idsOf(await ended.limit(count).execute()));
      const old = db.selectFrom('alert').select('id').where('decidedAtMs', '<', beforeMs).orderBy('id');
      await deleteAlerts(db, engine, idsOf(await old.limit(count).execute()));
    },
  };
}

/** What the activity feed calls them. */
const historyTriggers = { 'first-seen': 'new-issue', regressed: 'regression', escalating: 'escalation' } as const;

async function setTargets(db: Db, engine: StateEngine, ruleId: number, channelIds: number[]): Promise<void> {
  await db.deleteFrom('alert_rule_channel').where('ruleId', '=', ruleId).execute();
  const targets = channelIds.map((channelId) => ({ ruleId, channelId }));
  await engine.runMany(db, targets, (row) => db.insertInto('alert_rule_channel').values(row));
}

/** Binds sealed settings to their channel. It never changes. */
const channelContext = (id: number) => `channel ${id}`;

/** Of deliveries to one channel or browser. */
export async function attemptRecord(db: Db, of: 'channelId' | 'browserId', id: number): Promise<ChannelRecord> {
  const attempts = db
    .selectFrom('delivery_attempt')
    .innerJoin('delivery', 'delivery.id', 'delivery_attempt.deliveryId')
    .where(of, '=', id)
    .where('delivery_attempt.endedAtMs', 'is not', null)
    .where('status', '!=', 'canceled')
    .orderBy('delivery_attempt.endedAtMs', 'desc')
    .orderBy('deliveryId', 'desc')
    .select(['delivery_attempt.endedAtMs as atMs', 'answer', 'status', 'delivery.endedAtMs as overAtMs'])
    .limit(1);
  const [last] = await attempts.execute();
  const [sent] = await attempts.where('status', '=', 'sent').execute();
  return {
    lastAttempt: last
      ? { atMs: last.atMs!, answer: last.answer, isSent: last.status === 'sent' && last.overAtMs === last.atMs }
      : null,
    lastSentAtMs: sent?.overAtMs ?? null,
  };
}

/** Those that have not ended. The caller says which ones. */
export function cancelDeliveries(db: Db, nowMs: number) {
  return db
    .updateTable('delivery')
    .set({ status: 'canceled', endedAtMs: nowMs })
    .where('status', 'in', ['queued', 'sending']);
}

export async function deleteAlertRules(db: Db, engine: StateEngine, projectId: ProjectId): Promise<void> {
  // Those about metrics, which belong to no issue.
  const alerts = db.selectFrom('alert').select('id').where('projectId', '=', projectId);
  await deleteAlerts(db, engine, idsOf(await alerts.execute()));
  const rules = db.selectFrom('alert_rule').select('id').where('projectId', '=', projectId);
  for (const table of ['alert_rule_channel', 'alert_rule_mute'] as const)
    await db.deleteFrom(table).where('ruleId', 'in', rules).execute();
  await db.deleteFrom('alert_rule').where('projectId', '=', projectId).execute();
}

/** A delivery without alerts that is still queued is canceled when its time comes. */
export async function deleteAlerts(db: Db, engine: StateEngine, ids: number[]): Promise<void> {
  const alerts = engine.list(ids, 'bigint');
  for (const table of ['delivery_alert', 'alert_match', 'alert_escalation'] as const)
    await db.deleteFrom(table).where('alertId', 'in', alerts).execute();
  await db.deleteFrom('alert').where('id', 'in', alerts).execute();
}

export async function deleteChannels(db: Db, organizationId: OrganizationId): Promise<void> {
  const channels = db.selectFrom('channel').select('id').where('organizationId', '=', organizationId);
  await db.deleteFrom('channel_thread').where('channelId', 'in', channels).execute();
  await db.deleteFrom('channel').where('organizationId', '=', organizationId).execute();
}

export async function deleteDeliveries(db: Db, engine: StateEngine, ids: number[]): Promise<void> {
  const deliveries = engine.list(ids, 'bigint');
  for (const table of ['delivery_alert', 'delivery_activity', 'delivery_attempt'] as const)
    await db.deleteFrom(table).where('deliveryId', 'in', deliveries).execute();
  await db.deleteFrom('delivery').where('id', 'in', deliveries).execute();
}

const changes = (change: object) => Object.values(change).some((value) => value !== undefined);
const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);
