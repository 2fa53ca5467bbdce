import type { Pieces } from '#domain/search/wildcard.ts';
import type { TextField, TextMatch } from './contract.ts';
import { wordsOf } from '#domain/search/words.ts';

/**
 * What a text term looks for: the words of each piece one after the other. The last word of a piece may go on where a star
 * follows it, or where the term is no phrase. `null` if there is no word in it.
 */
export function textMatchOf(pieces: Pieces, whole: boolean, fields: TextField[] | null): TextMatch | null {
  const phrases = pieces
    .map((piece, index) => {
      const isLast = index === pieces.length - 1;
      return { words: wordsOf(piece), lastGoesOn: (isLast ? !whole : true) && /[\p{L}\p{N}]$/u.test(piece) };
    })
    .filter(({ words }) => words.length > 0);
  return phrases.length === 0 ? null : { phrases, fields };
}
