import type { TokenizerExtension } from 'marked';

const word = '[\\p{L}\\p{N}_]';
const endsInWord = new RegExp(`${word}$`, 'u');
const literal = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);

/**
 * Tokens `mention` for an `@` with one of these names, read before any other syntax, so that a name can contain signs of
 * Markdown or be an email address. As on the server, the longest name counts, and an `@` within a word is none.
 */
export function mentionExtensions(names: readonly string[]): TokenizerExtension[] {
  if (names.length === 0) return [];
  const longestFirst = names.toSorted((one, other) => other.length - one.length);
  const pattern = `(?<!${word})@(?:${longestFirst.map(literal).join('|')})(?!${word})`;
  const mention = new RegExp(pattern, 'iu');
  const mentionHere = new RegExp(pattern, 'iuy');
  return [
    {
      name: 'mention',
      level: 'inline',
      start: (text) => mention.exec(text)?.index,
      tokenizer(text, before) {
        mentionHere.lastIndex = 0;
        const raw = mentionHere.exec(text)?.[0];
        if (raw === undefined || endsInWord.test(before.at(-1)?.raw ?? '')) return undefined;
        return { type: 'mention', raw };
      },
    },
  ];
}
