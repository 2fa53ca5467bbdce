import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import type { DumpPosition, JournalRow } from './contract.ts';
import { openSqliteJournal } from './sqlite.ts';

export interface RestoredJournal {
  storeId: string;
  /** The last batch that the state store has applied. */
  trimmedThrough: number;
  given: DumpPosition;
}

/** Writes a journal with these rows to a new file. */
export async function restoreJournal(
  path: string,
  rows: AsyncIterable<JournalRow>,
  { storeId, trimmedThrough, given }: RestoredJournal,
): Promise<void> {
  await openSqliteJournal(path).close();
  const db = new DatabaseSync(path);
  try {
    db.exec('begin');
    for await (const { table, fields, body } of rows) {
      const { tried = null, ...columns } = fields;
      insert(db, table, { ...columns, body });
      if (tried !== null) insert(db, 'tried', { sequence: columns['sequence']!, tries: tried });
    }
    db.prepare('update identity set store_id = ?, trimmed_through = ?').run(storeId, trimmedThrough);
    db.exec('delete from sqlite_sequence');
    insert(db, 'sqlite_sequence', { name: 'entry', seq: given.entry });
    insert(db, 'sqlite_sequence', { name: 'dead_letter', seq: given.deadLetter });
    db.exec('commit');
  } finally {
    db.close();
  }
}

function insert(db: DatabaseSync, table: string, columns: Record<string, SQLInputValue>): void {
  const names = Object.keys(columns);
  const places = names.map(() => '?').join(', ');
  db.prepare(
    `insert into ${table} (${names.map((name) => `"${name.replaceAll('"', '""')}"`).join(', ')}) values (${places})`,
  ).run(...Object.values(columns));
}
