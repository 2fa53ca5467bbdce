import type { Pieces } from '#domain/search/wildcard.ts';
import type { TextMatch } from './contract.ts';
import type { TextField } from '#domain/search/issue-condition.ts';
import { wordsOf } from '#domain/search/words.ts';

/**
 * The match of a text term: the words of each piece in order. The last word of a piece is a prefix if a star follows it
 * or the term is not a phrase. `null` if the term has no word.
 */
export function textMatchOf(pieces: Pieces, whole: boolean, fields: TextField[] | null): TextMatch | null {
  const phrases = pieces
    .map((piece, index) => {
      const isLast = index === pieces.length - 1;
      return { words: wordsOf(piece), lastIsPrefix: (isLast ? !whole : true) && /[\p{L}\p{N}]$/u.test(piece) };
    })
    .filter(({ words }) => words.length > 0);
  return phrases.length === 0 ? null : { phrases, fields };
}
