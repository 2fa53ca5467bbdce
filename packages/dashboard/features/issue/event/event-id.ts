/** An event id as a person pastes it, with or without dashes: 32 lower-case hex digits, or `null`. */
export function readEventText(text: string): string | null {
  const compact = text.length > 36 ? '' : text.replaceAll('-', '').toLowerCase();
  return /^[0-9a-f]{32}$/.test(compact) ? compact : null;
}
