/**
 * The words of a text: runs of letters and digits, small. Everything else stands between words, so that `src/cart-view.tsx`
 * is `src cart view tsx` and `get_user` is `get user`. Of scripts that put no space between words, each sign is one. The
 * same for every engine, which only gets to see words.
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
