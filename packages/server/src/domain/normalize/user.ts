import { isIP } from 'node:net';
import { isFields, isSafeKey, limits, readFields, readJson, readJsonRecord, readLooseText } from '@seismo/protocol';
import type { EventUser, Fields, FieldLocation } from '@seismo/protocol';

const known = new Set(['id', 'email', 'username', 'name', 'ip_address', 'geo', 'data', 'sentry_user']);

export interface UserContext {
  clientAddress: string | null;
  /** `infer_ip` of the SDK that sent the envelope. */
  inferIp: string | null;
}

/** The affected user. Fields of the application (`plan`) go to `data`, as in Sentry. */
export function readUser(raw: Fields, location: FieldLocation, context: UserContext): EventUser | undefined {
  const fields = readFields(raw, 'user', location) ?? {};
  const here = location.at('user');
  const user: EventUser = {};
  for (const key of ['id', 'email', 'username', 'name'] as const) {
    const text = readLooseText(fields, key, here, limits.USER_FIELD_CHARS_MAX);
    if (text) user[key] = text;
  }
  const address = readAddress(raw, fields, here, context);
  if (address) user.ip_address = address;
  const geo = readFields(fields, 'geo', here);
  if (geo) user.geo = readJsonRecord(geo, here.at('geo'), limits.CONTEXT_CHARS_MAX);
  const data = readData(fields, here);
  if (data) user.data = data;
  return Object.keys(user).length > 0 ? user : undefined;
}

/**
 * The peer's address is stored only on request of the SDK: with `{{auto}}`, or with `infer_ip: auto` (11 and later).
 * `infer_ip: never` forbids it in every case (10 sends both when personal data is off).
 */
function readAddress(raw: Fields, user: Fields, location: FieldLocation, context: UserContext): string | undefined {
  const inferIp = inferIpOf(raw) ?? context.inferIp;
  const stated = user['ip_address'];
  if (stated === '{{auto}}' || ((stated === undefined || stated === null) && inferIp === 'auto')) {
    return inferIp === 'never' ? undefined : (context.clientAddress ?? undefined);
  }
  if (typeof stated === 'string' && stated.length <= 64 && isIP(stated) !== 0) return stated;
  if (stated !== undefined && stated !== null) location.at('ip_address').note('dropped', 'not an IP address');
  return undefined;
}

function inferIpOf(raw: Fields): string | null {
  const sdk = raw['sdk'];
  const settings = isFields(sdk) ? sdk['settings'] : undefined;
  const value = isFields(settings) ? settings['infer_ip'] : undefined;
  return typeof value === 'string' ? value : null;
}

function readData(fields: Fields, location: FieldLocation): EventUser['data'] {
  const stated = readFields(fields, 'data', location);
  const data: NonNullable<EventUser['data']> = stated
    ? readJsonRecord(stated, location.at('data'), limits.CONTEXT_CHARS_MAX)
    : {};
  let count = Object.keys(data).length;
  for (const key of Object.keys(fields)) {
    if (known.has(key) || Object.hasOwn(data, key) || !isSafeKey(key, location)) continue;
    if (count === limits.VALUE_BREADTH_MAX) {
      location.note('trimmed', `more than ${count} fields; the rest were dropped`);
      break;
    }
    const value = readJson(fields[key], location.at(key), limits.USER_FIELD_CHARS_MAX * 4);
    if (value === undefined || value === null) continue;
    data[key.slice(0, limits.USER_FIELD_CHARS_MAX).toWellFormed()] = value;
    count += 1;
  }
  return count > 0 ? data : undefined;
}

/** The identity of an end user: the first known of ID, e-mail, user name and address; `''` without any. */
export function userKeyOf(user: EventUser | undefined): string {
  if (user?.id) return `id:${user.id}`;
  if (user?.email) return `email:${user.email.toLowerCase()}`;
  if (user?.username) return `username:${user.username}`;
  return user?.ip_address ? `ip:${user.ip_address}` : '';
}
