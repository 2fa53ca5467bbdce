import { isFields, limits, readJson, readText } from '@seismo/protocol';
import type { EventPayload, Fields, Json, Place } from '@seismo/protocol';

/** `logentry`, or its older name `message`, which is text or the same object. */
export function readMessage(raw: Fields, place: Place): EventPayload['logentry'] {
  return readEntry(raw, 'logentry', place) ?? readEntry(raw, 'message', place);
}

function readEntry(raw: Fields, key: string, place: Place): EventPayload['logentry'] {
  const value = raw[key];
  if (!isFields(value)) {
    const formatted = readText(raw, key, place, limits.MESSAGE_CHARS_MAX);
    return formatted ? { formatted } : undefined;
  }
  const here = place.at(key);
  const message = readText(value, 'message', here, limits.MESSAGE_CHARS_MAX);
  const params = readParams(value, here);
  const formatted =
    readText(value, 'formatted', here, limits.MESSAGE_CHARS_MAX) ?? (message ? format(message, params) : undefined);
  if (!formatted) return undefined;
  const entry: NonNullable<EventPayload['logentry']> = { formatted };
  if (message !== undefined && message !== formatted) entry.message = message;
  if (params !== undefined) entry.params = params;
  return entry;
}

function readParams(entry: Fields, place: Place): Json | undefined {
  const value = entry['params'];
  if (value === undefined || value === null) return undefined;
  return readJson(value, place.at('params'), limits.EXTRA_ITEM_CHARS_MAX);
}

const PLACEHOLDER = /%%|%[sdifjoOc]|\{(\d{0,3})\}/g;

/** Fills a template in the three ways SDKs write one: `%s` in order, `{}` in order, `{0}` by number. */
function format(template: string, params: Json | undefined): string {
  if (!Array.isArray(params) || params.length === 0) return template;
  let next = 0;
  const filled = template.replace(PLACEHOLDER, (placeholder: string, number: string | undefined) => {
    if (placeholder === '%%') return '%';
    const param = params[number ? Number(number) : next++];
    if (param === undefined) return placeholder;
    return typeof param === 'string' ? param : JSON.stringify(param);
  });
  return filled.slice(0, limits.MESSAGE_CHARS_MAX).toWellFormed();
}
