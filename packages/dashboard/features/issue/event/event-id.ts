/** A pasted event ID, with or without dashes, as 32 lower-case hex digits; `null` for other text. */
export function readEventText(text: string): string | null {
  const compact = text.length > 36 ? '' : text.replaceAll('-', '').toLowerCase();
  return /^[0-9a-f]{32}$/.test(compact) ? compact : null;
}
