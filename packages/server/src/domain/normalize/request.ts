import { isFields, limits, readFields, readJson, readJsonRecord, readText } from '@seismo/protocol';
import type { EventRequest, Fields, FieldLocation } from '@seismo/protocol';
import { readPairs } from './pairs.ts';

export function readRequest(raw: Fields, location: FieldLocation): EventRequest | undefined {
  const fields = readFields(raw, 'request', location);
  if (!fields) return undefined;
  const here = location.at('request');
  const request: EventRequest = {};
  const url = readText(fields, 'url', here, limits.PATH_CHARS_MAX);
  if (url) request.url = url;
  const method = readText(fields, 'method', here, limits.SHORT_NAME_CHARS_MAX);
  if (method) request.method = method.toUpperCase();
  for (const [key, split] of [
    ['query_string', splitQuery],
    ['headers', undefined],
    ['cookies', splitCookies],
  ] as const) {
    const pairs = readNamed(fields, key, here, split);
    if (pairs.length > 0) request[key] = pairs;
  }
  const data = readBody(fields, here);
  if (data !== undefined && data !== '') request.data = data;
  const env = readFields(fields, 'env', here);
  if (env) request.env = readJsonRecord(env, here.at('env'), limits.CONTEXT_CHARS_MAX);
  return Object.keys(request).length > 0 ? request : undefined;
}

function readNamed(
  fields: Fields,
  key: string,
  location: FieldLocation,
  split: ((text: string) => [string, string][]) | undefined,
): [string, string][] {
  const value = fields[key];
  if (value === undefined || value === null || value === '') return [];
  const here = location.at(key);
  const pairs =
    typeof value === 'string' && split ? split(value.slice(0, limits.REQUEST_BODY_CHARS_MAX).toWellFormed()) : value;
  if (typeof value === 'string' && split && value.length > limits.REQUEST_BODY_CHARS_MAX) {
    here.trimmed(value.length, limits.REQUEST_BODY_CHARS_MAX, 'characters');
  }
  if (typeof pairs !== 'object') {
    here.unexpected('an object', value);
    return [];
  }
  return readPairs(pairs, here, limits.REQUEST_HEADER_COUNT_MAX, limits.PATH_CHARS_MAX);
}

/** Plus signs and escapes are decoded, broken escapes stay as they are (WHATWG URL, urlencoded parsing). */
function splitQuery(text: string): [string, string][] {
  return [...new URLSearchParams(text)];
}

function splitCookies(text: string): [string, string][] {
  return text
    .split(';')
    .map((cookie): [string, string] => {
      const equals = cookie.indexOf('=');
      return equals === -1 ? [cookie.trim(), ''] : [cookie.slice(0, equals).trim(), cookie.slice(equals + 1).trim()];
    })
    .filter(([name]) => name !== '');
}

/** Parses a body that is JSON text, so that secrets in it are found by their keys. */
function readBody(fields: Fields, location: FieldLocation): EventRequest['data'] {
  const value = fields['data'];
  if (value === undefined || value === null) return undefined;
  const charsMax = limits.REQUEST_BODY_CHARS_MAX;
  const here = location.at('data');
  const parsed = typeof value === 'string' && value.length <= charsMax ? parsedBody(value) : undefined;
  return readJson(parsed ?? value, here, charsMax, charsMax);
}

function parsedBody(text: string): object | undefined {
  if (!text.startsWith('{') && !text.startsWith('[')) return undefined;
  try {
    const parsed: unknown = JSON.parse(text);
    return isFields(parsed) || Array.isArray(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}
