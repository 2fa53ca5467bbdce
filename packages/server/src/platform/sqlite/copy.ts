import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import { failPoint } from '../fail-point.ts';
import { startCopy, type OldStore } from '../migration-copy.ts';

/** Copies an SQLite store without concurrent writers, and compares every row. `db` must not be in a transaction. */
export function copySqlite(db: DatabaseSync, store: Omit<OldStore, 'bytes'>): void {
  const bytes = [store.path, `${store.path}-wal`]
    .map((path) => statSync(path, { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, size) => sum + size);
  const copy = startCopy({ ...store, bytes });
  db.prepare('vacuum into ?').run(copy.path);
  failPoint(`copy:${store.name}:written`);
  verifySqlite(copy.path, db);
  copy.finish();
}

/** Throws unless the copy is whole and has the same rows as its source. */
export function verifySqlite(path: string, source: DatabaseSync): void {
  const copy = new DatabaseSync(path, { readOnly: true });
  try {
    requireIntegrity(copy);
    for (const table of tablesOf(source)) {
      const [expected, found] = [rowsOf(source, table), rowsOf(copy, table)];
      for (let more = true; more;) {
        const [one, other] = [expected.next(), found.next()];
        if (one.done !== other.done || !isDeepStrictEqual(one.value, other.value)) {
          throw new Error(`the copy ${path} differs from the store in "${table}". Nothing was migrated`);
        }
        more = !one.done;
      }
    }
  } finally {
    copy.close();
  }
}

function requireIntegrity(copy: DatabaseSync): void {
  const { integrity_check: result } = copy.prepare('pragma integrity_check').get() as { integrity_check: string };
  if (result !== 'ok') throw new Error(`the copy is damaged: ${result}. Nothing was migrated`);
}

/** Virtual tables are left out: their content is in tables of their own. */
function tablesOf(db: DatabaseSync): string[] {
  const rows = db.prepare(`select name from sqlite_schema where type = 'table' and rootpage > 0 order by name`).all();
  return rows.map(({ name }) => String(name));
}

/** In storage order, which a copy preserves. */
function rowsOf(db: DatabaseSync, table: string) {
  const rows = db.prepare(`select * from "${table}" not indexed`);
  rows.setReadBigInts(true);
  return rows.iterate();
}
