import type { Kysely } from 'kysely';
import type { Schema } from '../schema.ts';
import type { SettingReads, SettingWrites } from './contract.ts';

export function settingReads(db: Kysely<Schema>): SettingReads {
  return {
    async setting(name) {
      const row = await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst();
      return row?.value ?? null;
    },
  };
}

export function settingWrites(db: Kysely<Schema>): SettingWrites {
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
