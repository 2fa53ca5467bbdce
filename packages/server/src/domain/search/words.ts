/**
 * The words of a text: runs of letters and digits in lower case. All other characters separate words:
 * `src/cart-view.tsx` is `src cart view tsx`, `get_user` is `get user`. In scripts without spaces between words, each
 * character is a word. The same for every engine, because engines only get words.
 */
export function wordsOf(text: string): string[] {
  return ascii.test(text)
    ? (text.toLowerCase().match(/[a-z0-9]+/g) ?? [])
    : (text
        .normalize('NFC')
        .toLowerCase()
        .replaceAll(UNSPACED, ' $& ')
        .match(/[\p{L}\p{N}]+/gu) ?? []);
}

// oxlint-disable-next-line no-control-regex -- all of ASCII
const ascii = /^[\x00-\x7f]*$/;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;

/** The parts of compound names: `useCartTotal` has `use cart total`. Empty if there are none. */
export function partsOf(text: string): string[] {
  if (!/[a-z0-9][A-Z]|[A-Z][A-Z][a-z]/.test(text)) return [];
  return wordsOf(text.replaceAll(/([a-z0-9])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$3 $2'));
}
