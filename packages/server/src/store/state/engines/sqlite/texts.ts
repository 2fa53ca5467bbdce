import { sql, type Kysely, type RawBuilder } from 'kysely';
import { textColumns, wordColumns } from '../../search/columns.ts';
import type { SearchText, TextMatch } from '../../search/contract.ts';

/** FTS5 keeps the index and not the texts, which nobody reads. Words are made by us: see `search/words.ts`. */
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

/** The values of one row of the index. */
export function textRow({ id, texts }: { id: number; texts: SearchText[] }): (number | string)[] {
  return [id, ...wordColumns(texts)];
}

export function textsMatching({ phrases, fields: only }: TextMatch): RawBuilder<boolean> {
  // Words are letters and digits only, so that nothing in them has a meaning for FTS5.
  const all = phrases.map(({ words, lastGoesOn }) => `"${words.join(' ')}"${lastGoesOn ? ' *' : ''}`).join(' AND ');
  const match = only === null ? all : `{${only.join(' ')}}: (${all})`;
  return sql<boolean>`(id in (select issue_id from issue_text where id in (select rowid from issue_text_index where issue_text_index match ${match})))`;
}
