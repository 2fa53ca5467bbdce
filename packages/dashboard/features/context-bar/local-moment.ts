const MINUTE_MS = 60_000;

/** As a field for a date and a time has it: `2026-11-21T09:30`, as the clocks go here. */
export function toLocal(atMs: number): string {
  return new Date(atMs - new Date(atMs).getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 16);
}

/** `null` if the field is empty, or half of it. */
export function fromLocal(text: string): number | null {
  const atMs = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) ? new Date(text).getTime() : Number.NaN;
  return Number.isNaN(atMs) ? null : atMs;
}

/** `Europe/Berlin (GMT+1)`, or `UTC`. */
export function zoneText(atMs: number): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const parts = new Intl.DateTimeFormat('en', { timeZoneName: 'shortOffset' }).formatToParts(atMs);
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return timeZone === 'UTC' ? timeZone : `${timeZone} (${offset})`;
}
