import type { DatabaseSync } from 'node:sqlite';
import type { DumpPosition, JournalDump, JournalRow } from './contract.ts';

/** Entries in order, then dead letters. Tries are counted in a table of their own. */
export function* dumpRows(db: DatabaseSync, after: DumpPosition): Generator<JournalRow> {
  const entries = db.prepare(
    `select entry.*, tried.tries as tried from entry left join tried using (sequence) where sequence > ? order by sequence`,
  );
  const deadLetters = db.prepare('select * from dead_letter where id > ? order by id');
  for (const row of entries.iterate(after.entry)) yield rowOf('entry', row);
  for (const row of deadLetters.iterate(after.deadLetter)) yield rowOf('dead_letter', row);
}

export function dumpEnd(db: DatabaseSync): JournalDump['end'] {
  const given = db.prepare('select coalesce(max(seq), 0) as seq from sqlite_sequence where name = ?');
  const last = (table: string) => given.get(table)!['seq'] as number;
  return {
    given: { entry: last('entry'), deadLetter: last('dead_letter') },
    deadLetters: db
      .prepare('select id from dead_letter order by id')
      .all()
      .map(({ id }) => id as number),
  };
}

function rowOf(table: JournalRow['table'], { body, ...fields }: Record<string, unknown>): JournalRow {
  return { table, fields: fields as JournalRow['fields'], body: body as Uint8Array };
}
