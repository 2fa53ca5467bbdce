import type { Selectable } from 'kysely';
import { attemptRecord, cancelDeliveries } from '#store/state/alerts/sql.ts';
import type { StateEngine } from '../engine.ts';
import type { Db, Schema } from '../schema.ts';
import { settingReads, settingWrites } from '../settings/sql.ts';
import { storableText } from '../storable-text.ts';
import type { Browser, BrowserReads, BrowserWrites, PushKeys, PushSubscription } from './contract.ts';

export function browserReads(db: Db, engine: StateEngine): BrowserReads {
  const { secrets } = engine;
  const valid = (nowMs: number) =>
    db
      .selectFrom('browser')
      .innerJoin('session', 'session.hash', 'browser.sessionHash')
      .whereRef('session.userId', '=', 'browser.userId')
      .where('session.expiresAtMs', '>', nowMs)
      .where('deletedAtMs', 'is', null)
      .selectAll('browser')
      .select('session.organizationId')
      .orderBy('browser.id');
  const browserOf = ({
    endpointHash: _,
    deletedAtMs: __,
    ...row
  }: Selectable<Schema['browser']> & Pick<Browser, 'organizationId'>): Browser => {
    const subscription = secrets.open(row.subscription, browserContext(row.id));
    return { ...row, subscription: subscription === null ? null : (JSON.parse(subscription) as PushSubscription) };
  };
  return {
    async listBrowsers(userIds, nowMs) {
      const rows = valid(nowMs).where('browser.userId', 'in', engine.list(userIds, 'bigint'));
      return (await rows.execute()).map(browserOf);
    },
    async browserById(id, nowMs) {
      const row = await valid(nowMs).where('browser.id', '=', id).executeTakeFirst();
      return row ? browserOf(row) : null;
    },
    async browserNames(ids) {
      const rows = db.selectFrom('browser').select(['id', 'name']).where('id', 'in', engine.list(ids, 'bigint'));
      return new Map((await rows.execute()).map(({ id, name }) => [id, name]));
    },
    browserRecord: (id) => attemptRecord(db, 'browserId', id),
    async pushKeys() {
      const sealed = await settingReads(db, engine).setting(PUSH_KEYS);
      const keys = sealed === null ? null : secrets.open(sealed, PUSH_KEYS);
      return keys === null ? null : (JSON.parse(keys) as PushKeys);
    },
  };
}

export function browserWrites(db: Db, engine: StateEngine): BrowserWrites {
  const { secrets } = engine;
  const update = (ids: number[]) => db.updateTable('browser').where('id', 'in', engine.list(ids, 'bigint'));
  const deleteAll = async (ids: number[], nowMs: number) => {
    if (ids.length === 0) return;
    await update(ids).set({ subscription: '', deletedAtMs: nowMs }).execute();
    await cancelDeliveries(db, nowMs).where('browserId', 'in', engine.list(ids, 'bigint')).execute();
  };
  const kept = db.selectFrom('browser').select('id').where('deletedAtMs', 'is', null);
  return {
    async addBrowser({ subscription, name, ...browser }) {
      const { sessionHash, endpointHash, createdAtMs } = browser;
      const replaced = kept.where((on) =>
        on.or([on('sessionHash', '=', sessionHash), on('endpointHash', '=', endpointHash)]),
      );
      await deleteAll(idsOf(await replaced.execute()), createdAtMs);
      const row = { ...browser, name: storableText(name), subscription: '', deletedAtMs: null };
      const { id } = await db.insertInto('browser').values(row).returning('id').executeTakeFirstOrThrow();
      const sealed = secrets.seal(JSON.stringify(subscription), browserContext(id));
      await update([id]).set({ subscription: sealed }).execute();
      return id;
    },
    async deleteBrowser(id, nowMs) {
      await deleteAll(idsOf(await kept.where('id', '=', id).execute()), nowMs);
    },
    async trimBrowsers(nowMs) {
      const ended = kept.where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('session')
              .select('hash')
              .whereRef('session.hash', '=', 'browser.sessionHash')
              .whereRef('session.userId', '=', 'browser.userId')
              .where('expiresAtMs', '>', nowMs),
          ),
        ),
      );
      await deleteAll(idsOf(await ended.execute()), nowMs);
      await db
        .deleteFrom('browser')
        .where('deletedAtMs', 'is not', null)
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('delivery').select('delivery.id').whereRef('browserId', '=', 'browser.id'))),
        )
        .execute();
    },
    async setPushKeys(keys) {
      await settingWrites(db).setSetting(PUSH_KEYS, secrets.seal(JSON.stringify(keys), PUSH_KEYS));
    },
  };
}

/** Binds a sealed subscription to its browser. It never changes. */
const browserContext = (id: number) => `browser ${id}`;
const PUSH_KEYS = 'push-keys';
const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);
