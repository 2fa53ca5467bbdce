import { limits } from '@seismo/protocol';
import type { StateEngine } from '../engine.ts';
import type { Db } from '../schema.ts';
import type { OutboxFacts, OutboxReads, OutboxRow, OutboxWrites } from './contract.ts';

export type Publish = OutboxWrites['publish'];

export function outboxReads(db: Db): OutboxReads {
  return {
    async outboxAfter(position, count) {
      const rows = await db
        .selectFrom('outbox')
        .selectAll()
        .where('id', '>', position)
        .orderBy('id')
        .limit(count)
        .execute();
      return rows.map(({ data, ...row }) => ({ ...data, ...row }) as OutboxRow);
    },
    async outboxReaders() {
      const rows = await db
        .selectFrom('outbox_reader')
        .innerJoin('outbox_head', (on) => on.onTrue())
        .select(({ selectFrom }) => [
          'name',
          'position',
          'outbox_head.id as head',
          selectFrom('outbox')
            .select('atMs')
            .whereRef('outbox.id', '>', 'outbox_reader.position')
            .orderBy('outbox.id')
            .limit(1)
            .as('behindSinceMs'),
        ])
        .orderBy('name')
        .execute();
      return rows.map(({ head, ...reader }) => ({ ...reader, behind: head - reader.position }));
    },
  };
}

export function outboxWrites(db: Db, publish: Publish): OutboxWrites {
  return {
    publish,
    async continueOutboxAfter(id) {
      await db.updateTable('outbox_head').set({ id }).where('id', '<', id).execute();
    },
    async addOutboxReader(name) {
      await db
        .insertInto('outbox_reader')
        .columns(['name', 'position'])
        .expression((on) =>
          on
            .selectFrom('outbox_head')
            .select(({ val }) => [val(name).as('name'), 'id'])
            .where('only', '=', 1),
        )
        .onConflict((conflict) => conflict.column('name').doNothing())
        .execute();
      const { position } = await db
        .selectFrom('outbox_reader')
        .select('position')
        .where('name', '=', name)
        .executeTakeFirstOrThrow();
      return position;
    },
    async advanceOutboxReader(name, from, to) {
      const advanced = await db
        .updateTable('outbox_reader')
        .set({ position: to })
        .where('name', '=', name)
        .where('position', '=', from)
        .returning('name')
        .execute();
      if (advanced.length === 0 || to < from) {
        throw new Error(`The outbox reader ${name} is not at ${from}: it cannot advance to ${to}.`);
      }
      await trim(db);
    },
    async removeOutboxReader(name) {
      await db.deleteFrom('outbox_reader').where('name', '=', name).execute();
    },
  };
}

async function trim(db: Db): Promise<void> {
  const { passed } = await db
    .selectFrom('outbox_reader')
    .select(({ fn }) => fn.min('position').as('passed'))
    .executeTakeFirstOrThrow();
  const { oldest } = await db
    .selectFrom('outbox')
    .select(({ fn }) => fn.min('id').as('oldest'))
    .executeTakeFirstOrThrow();
  const bound = Math.min(passed, (oldest ?? 0) + limits.OUTBOX_TRIM_COUNT_MAX - 1);
  await db.deleteFrom('outbox').where('id', '<=', bound).execute();
}

/**
 * Writes the facts that a transaction has published, as its last act. Taking IDs locks the counter row until the
 * commit, so the next transaction gets later IDs. A sequence would not guarantee commit order.
 */
export async function writeOutbox(db: Db, engine: StateEngine, published: OutboxFacts[], nowMs: number): Promise<void> {
  if (published.length === 0) return;
  const head = await db
    .updateTable('outbox_head')
    .set((on) => ({ id: on('id', '+', published.length) }))
    .returning('id')
    .executeTakeFirstOrThrow();
  const rows = published.map(({ kind, projectIds, issueId, ...data }, index) => ({
    id: head.id - published.length + 1 + index,
    atMs: nowMs,
    kind,
    projectIds: JSON.stringify(projectIds),
    issueId,
    data: JSON.stringify(data),
  }));
  await engine.runMany(db, rows, (row) => db.insertInto('outbox').values(row));
}
