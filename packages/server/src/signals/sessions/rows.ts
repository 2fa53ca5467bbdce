import {
  isFields,
  limits,
  Notes,
  FieldLocation,
  readInteger,
  readList,
  readLooseText,
  readText,
} from '@seismo/protocol';
import type { Fields } from '@seismo/protocol';
import type { SessionRow } from '#store/telemetry/contract.ts';
import { readSeconds } from '#domain/normalize/clock.ts';
import { fieldsOf } from '#domain/normalize/entries.ts';
import { storedAddress, type AddressStorage } from '#domain/scrubbing/address.ts';
import { userKeyOf } from '#domain/normalize/user.ts';

/** A row without the project it belongs to. */
export type SessionFacts = Omit<SessionRow, 'organizationId' | 'projectId'>;

export interface SessionContext {
  receivedAtMs: number;
  clockSkewMs: number;
  clientAddress: string | null;
  /** Which parts of an address may be stored. */
  userAddress: AddressStorage;
}

const NONE = { exited: 0, errored: 0, crashed: 0, abnormal: 0 };

/**
 * Reads a `session` or a `sessions` item (protocol.md §4.6). Without facts, the item cannot be counted: sessions count
 * per release, and Sentry also refuses those without one.
 */
export function readSession(raw: unknown, context: SessionContext): SessionFacts[] {
  if (!isFields(raw)) return [];
  const place = new FieldLocation(new Notes());
  const attrs = isFields(raw['attrs']) ? raw['attrs'] : {};
  const release = readLooseText(attrs, 'release', place, limits.RELEASE_CHARS_MAX)?.trim();
  if (!release) return [];
  const environment = readLooseText(attrs, 'environment', place, limits.ENVIRONMENT_CHARS_MAX)?.trim() || 'production';
  const of = { release, environment };
  if (raw['aggregates'] !== undefined) {
    return readAggregates(raw, place, context).map((counted) => ({ ...of, ...counted }));
  }
  const single = readSingle(raw, attrs, place, context);
  return single ? [{ ...of, ...single }] : [];
}

type Counted = Omit<SessionFacts, 'release' | 'environment'>;

function readSingle(raw: Fields, attrs: Fields, place: FieldLocation, context: SessionContext): Counted | null {
  const sessionId = readText(raw, 'sid', place, limits.SHORT_NAME_CHARS_MAX)?.replaceAll('-', '').toLowerCase();
  if (sessionId === undefined || !/^[0-9a-f]{32}$/.test(sessionId)) return null;
  const errors = readInteger(raw, 'errors', place, 0) ?? 0;
  const did = readLooseText(raw, 'did', place, limits.USER_FIELD_CHARS_MAX);
  return {
    sessionId,
    userKey: did ? userKeyOf({ id: did }) : addressKey(attrs, place, context),
    startedAtMs: startOf(raw, place, context),
    ...countsOf(raw['status'], errors),
  };
}

/** Exactly one of the four is 1. A session in progress counts as healthy until it ends otherwise. */
function countsOf(status: unknown, errors: number): typeof NONE {
  switch (status) {
    case 'crashed':
    // Browsers since 11 send `unhandled` for `crashed` of older versions.
    case 'unhandled':
      return { ...NONE, crashed: 1 };
    case 'abnormal':
      return { ...NONE, abnormal: 1 };
    case 'errored':
      return { ...NONE, errored: 1 };
    default:
      return errors > 0 ? { ...NONE, errored: 1 } : { ...NONE, exited: 1 };
  }
}

function addressKey(attrs: Fields, place: FieldLocation, context: SessionContext): string {
  const stated = readText(attrs, 'ip_address', place, limits.SHORT_NAME_CHARS_MAX);
  const given = stated === '{{auto}}' ? context.clientAddress : stated;
  const address = given && storedAddress(given, context.userAddress);
  return address ? userKeyOf({ ip_address: address }) : '';
}

/** Minutes that a server SDK summed up by itself: numbers without IDs. */
function readAggregates(raw: Fields, place: FieldLocation, context: SessionContext): Counted[] {
  const list = readList(raw, 'aggregates', place) ?? [];
  const counted: Counted[] = [];
  for (const [fields, at] of fieldsOf(list, place, limits.SESSION_AGGREGATE_COUNT_MAX)) {
    const count = (key: string): number => Math.min(readInteger(fields, key, at, 0) ?? 0, limits.CLIENT_QUANTITY_MAX);
    const did = readLooseText(fields, 'did', at, limits.USER_FIELD_CHARS_MAX);
    const row = {
      sessionId: '',
      userKey: did ? userKeyOf({ id: did }) : '',
      startedAtMs: startOf(fields, at, context),
      exited: count('exited'),
      errored: count('errored'),
      crashed: count('crashed') + count('unhandled'),
      abnormal: count('abnormal'),
    };
    if (row.exited + row.errored + row.crashed + row.abnormal > 0) counted.push(row);
  }
  return counted;
}

/** The start by the server's clock; an impossible time becomes the time of arrival, as for events. */
function startOf(fields: Fields, place: FieldLocation, context: SessionContext): number {
  const started = readSeconds(fields, 'started', place);
  if (started === undefined) return context.receivedAtMs;
  const startedAtMs = Math.round(started * 1000 + context.clockSkewMs);
  const ageMs = context.receivedAtMs - startedAtMs;
  return ageMs > limits.EVENT_AGE_MS_MAX || ageMs < -limits.CLOCK_AHEAD_MS_MAX ? context.receivedAtMs : startedAtMs;
}
