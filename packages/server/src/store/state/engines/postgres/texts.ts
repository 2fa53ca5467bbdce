import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { TextRow } from '../../engine.ts';
import type { Db } from '../../schema.ts';
import { textColumns } from '../../search/columns.ts';
import type { TextMatch } from '../../search/contract.ts';

/**
 * The words of each field in order, and an index of all of them. The index finds the rows with these words; only in
 * those rows are the order and the field of the words compared.
 */
export async function createTexts(db: Kysely<unknown>): Promise<void> {
  let table = db.schema
    .createTable('issue_text_index')
    .addColumn('id', 'bigint', (column) => column.primaryKey())
    .addColumn('words', sql`tsvector`, (column) => column.notNull());
  for (const name of textColumns) table = table.addColumn(name, 'text', (column) => column.notNull());
  await table.execute();
  await db.schema.createIndex('issue_text_index_words').on('issue_text_index').using('gin').column('words').execute();
}

export const insertTexts = `insert into issue_text_index (id, words, ${textColumns.map((name) => `"${name}"`).join(', ')})
  values ($1, array_to_tsvector(string_to_array($2, ' ')), ${textColumns.map((_, index) => `$${index + 3}`).join(', ')})`;

/** The values of one row of the index. */
export function textRow({ id, columns }: TextRow): (number | string)[] {
  const words = columns.flatMap((column) => column.split(' ').filter(Boolean).map(indexed));
  // With a space at both ends, so that every word has one on each side.
  return [id, words.join(' '), ...columns.map((column) => ` ${column} `)];
}

export async function readTexts(db: Db, after: number, count: number): Promise<TextRow[]> {
  const { rows } = await sql<Record<(typeof textColumns)[number], string> & { id: number }>`
    select * from issue_text_index where id > ${after} and length(words) > 0 order by id limit ${count}`.execute(db);
  return rows.map((row) => ({ id: row.id, columns: textColumns.map((name) => row[name].slice(1, -1)) }));
}

export function textsMatching({ phrases, fields }: TextMatch): RawBuilder<boolean> {
  // Words contain only letters and digits, so they cannot be operators of `tsquery` or `like`.
  const words = phrases.flatMap(({ words: all, lastIsPrefix }) =>
    all.map((word, index) => `'${indexed(word)}'${lastIsPrefix && index === all.length - 1 ? ':*' : ''}`),
  );
  const inOrder = phrases.map(({ words: all, lastIsPrefix }) => {
    const pattern = `% ${all.join(' ')}${lastIsPrefix ? '' : ' '}%`;
    const columns = (fields ?? textColumns).map((name) => sql`${sql.ref(name)} like ${pattern}`);
    return sql`(${sql.join(columns, sql` or `)})`;
  });
  return sql<boolean>`(id in (select issue_id from issue_text where id in (
    select id from issue_text_index where words @@ ${words.join(' & ')}::tsquery and ${sql.join(inOrder, sql` and `)})))`;
}

/** PostgreSQL refuses words of more than 2 KB. The rest of a longer word is compared in its row. */
const indexed = (word: string): string => word.slice(0, 250).toWellFormed();
