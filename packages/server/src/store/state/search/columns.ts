import { partsOf, wordsOf } from '#domain/search/words.ts';
import type { SearchText } from './contract.ts';
import type { TextField } from '#domain/search/issue-condition.ts';

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

/** The columns of a text index: one per field, and the parts of names that are written together. */
export const textColumns = [...fields, 'parts'] as const;

/**
 * Separates two texts of a field, so that no phrase matches across them. A private-use character: no word contains it.
 */
const BETWEEN = ' \uE000 ';

/** The words of each column. */
export function wordColumns(texts: readonly SearchText[]): string[] {
  const of = (field: TextField) => texts.filter((text) => text.field === field);
  return [
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
