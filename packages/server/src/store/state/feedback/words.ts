/**
 * A word as it may stand in a message. SQL engines fold the case of ASCII alone in one way; of other letters the usual forms
 * are looked for: `über`, `ÜBER`, `Über`.
 */
export function formsOf(word: string): string[] {
  const [lower, upper] = [word.toLowerCase(), word.toUpperCase()];
  return [...new Set([word, lower, upper, upper.slice(0, 1) + lower.slice(1)].map(withoutAsciiCase))];
}

/** What `lower()` of an engine makes of a text. */
function withoutAsciiCase(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
