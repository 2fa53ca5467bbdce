import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { SearchText, TextField, TextMatch } from '../../search/contract.ts';
import { partsOf, wordsOf } from '#domain/search/words.ts';

/** The columns of the index: a field each, and the parts of names that are written together. */
const fields = [
  'type',
  'value',
  'culprit',
  'function',
  'file',
  'module',
  'breadcrumb',
  'tag',
] as const satisfies TextField[];
const columns = [...fields, 'parts'];

/**
 * A sign that FTS5 takes for a word, since it is of private use, and that no search has in it: between two texts of a field,
 * so that no phrase goes from one into the next.
 */
const BETWEEN = ' \uE000 ';

/** FTS5 keeps the index and not the texts, which nobody reads. Words are made by us: see `search/words.ts`. */
export async function createTexts(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create virtual table issue_text_index using fts5(${columns.join(', ')}, content = '', contentless_delete = 1,
        tokenize = 'unicode61 remove_diacritics 0')`,
    )
    .execute(db);
}

export const insertTexts = `insert into issue_text_index (rowid, ${columns.join(', ')}) values (?${', ?'.repeat(columns.length)})`;

export const deleteTexts = 'delete from issue_text_index where rowid = ?';

/** The values of one row of the index. */
export function textRow({ id, texts }: { id: number; texts: SearchText[] }): (number | string)[] {
  const of = (field: TextField) => texts.filter((text) => text.field === field);
  return [
    id,
    ...fields.map((field) => joined(of(field).map(({ text }) => wordsOf(text)))),
    joined(texts.map(({ text }) => partsOf(text))),
  ];
}

function joined(texts: string[][]): string {
  return texts
    .filter((words) => words.length > 0)
    .map((words) => words.join(' '))
    .join(BETWEEN);
}

export function textsMatching({ phrases, fields: only }: TextMatch): RawBuilder<boolean> {
  // Words are letters and digits only, so that nothing in them has a meaning for FTS5.
  const all = phrases.map(({ words, lastGoesOn }) => `"${words.join(' ')}"${lastGoesOn ? ' *' : ''}`).join(' AND ');
  const match = only === null ? all : `{${only.join(' ')}}: (${all})`;
  return sql<boolean>`(id in (select issue_id from issue_text where id in (select rowid from issue_text_index where issue_text_index match ${match})))`;
}
