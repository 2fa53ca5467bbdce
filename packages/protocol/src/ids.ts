/** IDs are branded so that a project cannot be passed for an issue. */
export type OrganizationId = number & { readonly brand: 'OrganizationId' };
export type ProjectId = number & { readonly brand: 'ProjectId' };
export type IssueId = number & { readonly brand: 'IssueId' };
export type UserId = number & { readonly brand: 'UserId' };
export type TeamId = number & { readonly brand: 'TeamId' };
/** 32 lower-case hex digits, no dashes. */
export type EventId = string & { readonly brand: 'EventId' };
/** As bundlers write it: lower-case hex digits in five groups with dashes. */
export type DebugId = string & { readonly brand: 'DebugId' };

/** Reads an event ID as SDKs write it (with or without dashes, either case); `null` for anything else. */
export function readEventId(value: unknown): EventId | null {
  if (typeof value !== 'string' || value.length > 36) return null;
  const compact = value.replaceAll('-', '').toLowerCase();
  return /^[0-9a-f]{32}$/.test(compact) ? (compact as EventId) : null;
}

/** Reads a debug ID in either case, with or without its dashes, or `null`. */
export function readDebugId(value: unknown): DebugId | null {
  const compact = readEventId(value);
  return compact && (compact.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') as DebugId);
}

const TRACE_ID = /^(?!0{32}$)[0-9a-f]{32}$/;
const SPAN_ID = /^(?!0{16}$)[0-9a-f]{16}$/;

/** A lower-case trace ID, or `null`. Some clients write the dashes of a UUID. */
export function readTraceId(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 36) return null;
  if (TRACE_ID.test(value)) return value;
  const id = value.replaceAll('-', '').toLowerCase();
  return TRACE_ID.test(id) ? id : null;
}

export function readSpanId(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 16) return null;
  if (SPAN_ID.test(value)) return value;
  const id = value.toLowerCase();
  return SPAN_ID.test(id) ? id : null;
}
