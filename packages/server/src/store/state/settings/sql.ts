import { sql } from 'kysely';
import type { StateEngine } from '../engine.ts';
import type { Db } from '../schema.ts';
import type { SettingReads, SettingWrites } from './contract.ts';

export function settingReads(db: Db, engine: StateEngine): SettingReads {
  return {
    async setting(name) {
      const row = await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst();
      return row?.value ?? null;
    },
    async settings(names) {
      const rows = await db
        .selectFrom('setting')
        .select(['name', 'value'])
        .where('name', 'in', engine.list(names, 'text'))
        .execute();
      return new Map(rows.map(({ name, value }) => [name, value]));
    },
    async engineVersion() {
      const { rows } = await sql<{ version: string }>`select ${engine.version} as version`.execute(db);
      return rows[0]!.version;
    },
  };
}

export function settingWrites(db: Db): SettingWrites {
  return {
    async setSetting(name, value) {
      await db
        .insertInto('setting')
        .values({ name, value })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
        .execute();
    },
  };
}
