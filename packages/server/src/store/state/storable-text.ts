/** Removes what not every engine can store: PostgreSQL has no NUL, and SQLite's functions stop at one. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '');
}
