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
import { readSeconds } from '#domain/normalize/clock.ts';
import { fieldsOf } from '#domain/normalize/entries.ts';
import { storedAddress } from '#domain/scrubbing/address.ts';
import { userKeyOf } from '#domain/normalize/user.ts';
import { end, type Ended, type Item } from '#pipeline/steps.ts';
import type { SessionFacts } from '../rows.ts';

interface SessionItem extends Item {
  raw: object;
  clockSkewMs: number;
}

const NONE = { exited: 0, errored: 0, crashed: 0, abnormal: 0 };

/** Reads a session's state, or the minutes that a server SDK added up: of these, each has its own outcome. */
export const foldSession = (work: SessionItem): SessionFacts[] | Ended => {
  const raw = work.raw as Fields;
  const { records } = work;
  const count = Array.isArray(raw['aggregates']) ? Math.max(1, raw['aggregates'].length) : 1;
  records.counted(count);
  const excess = Math.max(0, count - limits.SESSION_AGGREGATE_COUNT_MAX);
  records.end({ outcome: 'too-large', reason: 'count' }, excess);
  const sessions = readSessions(raw, work);
  if (sessions.length === 0) return end('invalid', 'shape');
  records.end({ outcome: 'invalid', reason: 'shape' }, records.left - sessions.length);
  return sessions;
};

/**
 * Reads a `session` or a `sessions` item (protocol.md §4.6). Without facts, the item cannot be counted: sessions count
 * per release, and Sentry also refuses those without one.
 */
function readSessions(raw: Fields, item: SessionItem): SessionFacts[] {
  const place = new FieldLocation(new Notes());
  const attrs = isFields(raw['attrs']) ? raw['attrs'] : {};
  const release = readLooseText(attrs, 'release', place, limits.RELEASE_CHARS_MAX)?.trim();
  if (!release) return [];
  const environment = readLooseText(attrs, 'environment', place, limits.ENVIRONMENT_CHARS_MAX)?.trim() || 'production';
  const of = { release, environment };
  if (raw['aggregates'] !== undefined) {
    return readAggregates(raw, place, item).map((counted) => ({ ...of, ...counted }));
  }
  const single = readSingle(raw, attrs, place, item);
  return single ? [{ ...of, ...single }] : [];
}

type Counted = Omit<SessionFacts, 'release' | 'environment'>;

function readSingle(raw: Fields, attrs: Fields, place: FieldLocation, item: SessionItem): Counted | null {
  const sessionId = readText(raw, 'sid', place, limits.SHORT_NAME_CHARS_MAX)?.replaceAll('-', '').toLowerCase();
  if (sessionId === undefined || !/^[0-9a-f]{32}$/.test(sessionId)) return null;
  const errors = readInteger(raw, 'errors', place, 0) ?? 0;
  const did = readLooseText(raw, 'did', place, limits.USER_FIELD_CHARS_MAX);
  return {
    sessionId,
    userKey: did ? userKeyOf({ id: did }) : addressKey(attrs, place, item),
    startedAtMs: startOf(raw, place, item),
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

function addressKey(attrs: Fields, place: FieldLocation, item: SessionItem): string {
  const stated = readText(attrs, 'ip_address', place, limits.SHORT_NAME_CHARS_MAX);
  const given = stated === '{{auto}}' ? item.origin.clientAddress : stated;
  const address = given && storedAddress(given, item.rules.scrubbing.userAddress);
  return address ? userKeyOf({ ip_address: address }) : '';
}

/** Minutes that a server SDK summed up by itself: numbers without IDs. */
function readAggregates(raw: Fields, place: FieldLocation, item: SessionItem): Counted[] {
  const list = readList(raw, 'aggregates', place) ?? [];
  const counted: Counted[] = [];
  const countMax = limits.SESSION_AGGREGATE_COUNT_MAX;
  for (const [fields, at] of fieldsOf(list.slice(0, countMax), place, countMax)) {
    const count = (key: string): number => Math.min(readInteger(fields, key, at, 0) ?? 0, limits.CLIENT_QUANTITY_MAX);
    const did = readLooseText(fields, 'did', at, limits.USER_FIELD_CHARS_MAX);
    const row = {
      sessionId: '',
      userKey: did ? userKeyOf({ id: did }) : '',
      startedAtMs: startOf(fields, at, item),
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
function startOf(fields: Fields, place: FieldLocation, { origin: { receivedAtMs }, clockSkewMs }: SessionItem): number {
  const started = readSeconds(fields, 'started', place);
  if (started === undefined) return receivedAtMs;
  const startedAtMs = Math.round(started * 1000 + clockSkewMs);
  const ageMs = receivedAtMs - startedAtMs;
  return ageMs > limits.EVENT_AGE_MS_MAX || ageMs < -limits.CLOCK_AHEAD_MS_MAX ? receivedAtMs : startedAtMs;
}
