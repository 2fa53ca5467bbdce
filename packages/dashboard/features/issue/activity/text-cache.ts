/** An LRU cache for expensive texts, limited by the characters of keys and texts. */
export interface TextCache {
  get(key: string): string | undefined;
  set(key: string, text: string): void;
}

export function createTextCache(charsMax: number): TextCache {
  const texts = new Map<string, string>();
  let chars = 0;
  const drop = (key: string, text: string) => {
    texts.delete(key);
    chars -= key.length + text.length;
  };
  return {
    get(key) {
      const text = texts.get(key);
      if (text === undefined) return undefined;
      // Re-inserted on use, so that it is evicted last.
      texts.delete(key);
      texts.set(key, text);
      return text;
    },
    set(key, text) {
      const before = texts.get(key);
      if (before !== undefined) drop(key, before);
      texts.set(key, text);
      chars += key.length + text.length;
      for (const [oldest, old] of texts) {
        if (chars <= charsMax) return;
        drop(oldest, old);
      }
    },
  };
}
