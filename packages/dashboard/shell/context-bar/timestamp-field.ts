import { absolute, type Zone } from '#lib/time/absolute.ts';

/** As a field for a date and a time has it: `2026-11-21T09:30`. */
export function toField(atMs: number, zone: Zone): string {
  return absolute(atMs, zone, 'minute').slice(0, 16).replace(' ', 'T');
}

/** `null` if the field is empty, or half of it. */
export function fromField(text: string, zone: Zone): number | null {
  const isWhole = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text);
  const atMs = isWhole ? new Date(zone === 'utc' ? `${text}Z` : text).getTime() : Number.NaN;
  return Number.isNaN(atMs) ? null : atMs;
}

/** `Europe/Berlin (GMT+1)`, or `UTC`. */
export function zoneText(atMs: number, zone: Zone): string {
  if (zone === 'utc') return 'UTC';
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const parts = new Intl.DateTimeFormat('en', { timeZoneName: 'shortOffset' }).formatToParts(atMs);
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return timeZone === 'UTC' ? timeZone : `${timeZone} (${offset})`;
}
