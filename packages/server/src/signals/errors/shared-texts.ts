import type { SearchText } from '#store/state/contract.ts';
import type { TextField } from '#domain/search/issue-condition.ts';

/**
 * The search texts of a batch's events, each stored once. Events of one issue mostly repeat texts, and separate copies
 * would be most of the garbage collector's work.
 */
export class SharedTexts {
  readonly #byField = new Map<TextField, Map<string, SearchText>>();

  /** The same texts in the same order, with one shared string for equal texts. */
  of(texts: readonly SearchText[]): SearchText[] {
    return texts.map((text) => {
      let known = this.#byField.get(text.field);
      if (!known) this.#byField.set(text.field, (known = new Map()));
      const first = known.get(text.text);
      if (!first) known.set(text.text, text);
      return first ?? text;
    });
  }
}
