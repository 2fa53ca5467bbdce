/**
 * The forms of a word in a message. SQL engines agree on lower case only for ASCII, so other letters are searched in
 * their usual forms: `über`, `ÜBER`, `Über`.
 */
export function formsOf(word: string): string[] {
  const [lower, upper] = [word.toLowerCase(), word.toUpperCase()];
  return [...new Set([word, lower, upper, upper.slice(0, 1) + lower.slice(1)].map(withoutAsciiCase))];
}

/** Lower case as `lower()` of the engines returns it. */
function withoutAsciiCase(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
