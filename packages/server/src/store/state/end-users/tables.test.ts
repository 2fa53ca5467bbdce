import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { newStatePath } from '../../../testing/new-stores.ts';
import { endUserTables } from './tables.ts';

/** Those of the engine: its version, its counters, and the index of `issue_text`. */
const internal = /^(schema_version|sqlite_sequence|issue_text_index.*)$/;

test('every table says what of it belongs to end users, or why nothing does', async () => {
  const db = new DatabaseSync(await newStatePath(), { readOnly: true });
  const tables = db.prepare("select name from sqlite_master where type = 'table' order by name").all();
  db.close();
  const names = tables.map(({ name }) => String(name)).filter((name) => !internal.test(name));
  expect(Object.keys(endUserTables).toSorted()).toEqual(names);
});
