import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { TextRow } from '../../engine.ts';
import type { Db } from '../../schema.ts';
import { textColumns } from '../../search/columns.ts';
import type { TextMatch } from '../../search/contract.ts';

/** FTS5 stores the index without the texts, which are never read. Seismo splits the words: see `search/words.ts`. */
export async function createTexts(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create virtual table issue_text_index using fts5(${textColumns.join(', ')}, content = '', contentless_delete = 1,
        tokenize = 'unicode61 remove_diacritics 0')`,
    )
    .execute(db);
}

export const insertTexts = `insert into issue_text_index (rowid, ${textColumns.join(', ')}) values (?${', ?'.repeat(textColumns.length)})`;

export const deleteTexts = 'delete from issue_text_index where rowid = ?';

/** The index has no texts, and each word with its places: in a table by row, they can be put together again. */
export async function readTexts(db: Db, after: number, count: number): Promise<TextRow[]> {
  if (after === 0) {
    await sql`drop table if exists temp.issue_text_word`.execute(db);
    await sql`create virtual table if not exists temp.issue_text_vocabulary using fts5vocab('main', 'issue_text_index', 'instance')`.execute(
      db,
    );
    await sql`create table temp.issue_text_word (doc integer, col text, "offset" integer, term text, primary key (doc, col, "offset")) without rowid`.execute(
      db,
    );
    await sql`insert into temp.issue_text_word select doc, col, "offset", term from temp.issue_text_vocabulary`.execute(
      db,
    );
  }
  const { rows } = await sql<{ doc: number; col: string; words: string }>`
    select doc, col, group_concat(term, ' ' order by "offset") as words from temp.issue_text_word
    where doc in (select distinct doc from temp.issue_text_word where doc > ${after} order by doc limit ${count})
    group by doc, col order by doc`.execute(db);
  return [...Map.groupBy(rows, ({ doc }) => doc)].map(([id, ofRow]) => ({
    id,
    columns: textColumns.map((name) => ofRow.find(({ col }) => col === name)?.words ?? ''),
  }));
}

export function textsMatching({ phrases, fields: only }: TextMatch): RawBuilder<boolean> {
  // Words contain only letters and digits, so they cannot be operators of FTS5.
  const all = phrases.map(({ words, lastIsPrefix }) => `"${words.join(' ')}"${lastIsPrefix ? ' *' : ''}`).join(' AND ');
  const match = only === null ? all : `{${only.join(' ')}}: (${all})`;
  return sql<boolean>`(id in (select issue_id from issue_text where id in (select rowid from issue_text_index where issue_text_index match ${match})))`;
}
