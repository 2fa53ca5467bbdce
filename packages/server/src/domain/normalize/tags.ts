import { isFields, isSafeKey, limits, type EventPayload, type Fields, type FieldLocation } from '@seismo/protocol';
import { readPairs } from './pairs.ts';
import { handledOf } from './exceptions.ts';
import { userKeyOf } from './user.ts';

/** The client's own tags. Of duplicate names the last wins, as in Sentry. */
export function readTags(raw: Fields, location: FieldLocation): Record<string, string> {
  const value = raw['tags'];
  const tags: Record<string, string> = {};
  if (value === undefined || value === null) return tags;
  const here = location.at('tags');
  if (!Array.isArray(value) && !isFields(value)) {
    here.unexpected('an object', value);
    return tags;
  }
  for (const [name, text] of readPairs(value, here, limits.TAG_COUNT_MAX, limits.TAG_VALUE_CHARS_MAX)) {
    const key = name.trim();
    if (isSafeKey(key, here) && key !== '' && text !== '') tags[key] = text;
  }
  return tags;
}

/** Adds Sentry's automatic tags. Tags from the client have precedence. */
export function addStandardTags(event: EventPayload): void {
  const { tags, contexts } = event;
  const add = (key: string, value: unknown): void => {
    if (typeof value !== 'string' || value === '' || Object.hasOwn(tags, key)) return;
    tags[key] =
      value.length > limits.TAG_VALUE_CHARS_MAX ? value.slice(0, limits.TAG_VALUE_CHARS_MAX).toWellFormed() : value;
  };
  add('environment', event.environment);
  add('release', event.release);
  add('dist', event.dist);
  add('level', event.level);
  add('logger', event.logger);
  add('transaction', event.transaction);
  add('server_name', event.server_name);
  add('url', event.request?.url?.split(/[?#]/, 1)[0]);
  const values = event.exception?.values ?? [];
  const handled = handledOf(values);
  if (handled !== undefined) add('handled', handled ? 'yes' : 'no');
  add('mechanism', values.findLast((value) => value.mechanism?.type !== undefined)?.mechanism?.type);
  add('user', userKeyOf(event.user));
  addNamed(add, 'browser', contexts['browser']);
  addNamed(add, 'runtime', contexts['runtime']);
  addNamed(add, 'os', contexts['os']);
  addNamed(add, 'client_os', contexts['client_os']);
  const device = contexts['device'];
  add('device', device?.['model']);
  add('device.family', device?.['family']);
}

/** `browser: "Chrome 156.0.0"` and `browser.name: "Chrome"`. */
function addNamed(
  add: (key: string, value: unknown) => void,
  key: string,
  context: EventPayload['contexts'][string] | undefined,
): void {
  const name = context?.['name'];
  if (typeof name !== 'string' || name === '') return;
  const version = context?.['version'];
  add(key, typeof version === 'string' && version !== '' ? `${name} ${version}` : name);
  add(`${key}.name`, name);
}
