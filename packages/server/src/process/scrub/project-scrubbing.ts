import { createHmac } from 'node:crypto';
import { Notes, Place } from '@seismo/protocol';
import type { EventPayload, Json } from '@seismo/protocol';
import { compileGlob } from '../glob/glob.ts';
import { userKeyOf } from '../normalize/user.ts';
import type { PrivacySettings } from '../project/documents.ts';
import { storedAddress, type AddressStorage } from './address.ts';
import { compileFinder, type Finder } from './pattern.ts';
import { fullScrubbing, scrubEvent, type DefaultScrubbing } from './scrub.ts';
import { compileSelector, type Selector } from './selector.ts';
import { FILTERED } from './text.ts';

/** What a project wants to be scrubbed, ready to be done. */
export interface Scrubbing {
  defaults: DefaultScrubbing;
  rules: CompiledScrubRule[];
  userAddress: AddressStorage;
}

interface CompiledScrubRule {
  finder: Finder;
  selects: Selector;
  hide: (find: string) => string;
}

/** `hashKey` is the organization's own: the same e-mail is the same hash there, and nowhere else. */
export function compileScrubbing(settings: PrivacySettings, hashKey: string): Scrubbing {
  const safe = settings.safeFields.map((pattern) => compileGlob(pattern, { ignoreCase: true }));
  const sensitive = settings.sensitiveFields.map(
    (pattern) => ({ what: 'key', pattern, where: '**', how: 'remove' }) as const,
  );
  return {
    defaults: {
      ...settings.defaults,
      isSafe: safe.length === 0 ? fullScrubbing.isSafe : (key) => safe.some((glob) => glob(key)),
    },
    rules: [...sensitive, ...settings.rules].flatMap(({ what, pattern, where, how }) => {
      const selects = compileSelector(where);
      return selects ? [{ finder: compileFinder(what, pattern), selects, hide: hiding(how, hashKey) }] : [];
    }),
    userAddress: settings.userAddress,
  };
}

function hiding(how: PrivacySettings['rules'][number]['how'], hashKey: string): (find: string) => string {
  if (how === 'remove') return () => FILTERED;
  if (how === 'mask') return (find) => (find === FILTERED ? find : find.replaceAll(/[\p{L}\p{N}]/gu, '*'));
  return (find) =>
    find === FILTERED || /^hash:[0-9a-f]{16}$/.test(find)
      ? find
      : `hash:${createHmac('sha256', hashKey).update(find).digest('hex').slice(0, 16)}`;
}

/** Secrets first, then what the project asks for. Changes the event that it is given. */
export function scrubForProject(event: EventPayload, { defaults, rules, userAddress }: Scrubbing): EventPayload {
  const knownAs = userKeyOf(event.user);
  scrubEvent(event, defaults);
  if (userAddress !== 'keep') shortenAddresses(event, userAddress);
  if (rules.length > 0) new Walk(event, rules).all();
  if (event.tags['user'] === knownAs) retag(event);
  return event;
}

/** The tag that names the person says no more than what is left of the person. */
function retag({ tags, user }: EventPayload): void {
  const key = userKeyOf(user);
  if (key === '') delete tags['user'];
  else tags['user'] = key;
}

const ADDRESS_HEADERS = new Set([
  'x-forwarded-for',
  'x-real-ip',
  'x-client-ip',
  'forwarded',
  'true-client-ip',
  'cf-connecting-ip',
  'fastly-client-ip',
]);

function shortenAddresses({ user, request, _meta }: EventPayload, storage: AddressStorage): void {
  const root = new Place(new Notes(_meta));
  if (user?.ip_address !== undefined) {
    const stored = storedAddress(user.ip_address, storage);
    if (stored !== user.ip_address) {
      if (stored === null) delete user.ip_address;
      else user.ip_address = stored;
      root.at('user').at('ip_address').note('scrubbed', 'IP addresses are not kept whole');
    }
  }
  const env = request?.env;
  if (env && typeof env['REMOTE_ADDR'] === 'string')
    env['REMOTE_ADDR'] = storedAddress(env['REMOTE_ADDR'], storage) ?? FILTERED;
  for (const header of request?.headers ?? []) if (ADDRESS_HEADERS.has(header[0].toLowerCase())) header[1] = FILTERED;
}

/**
 * Goes through every part of an event that holds what people wrote. What grouping and source maps stand on (types, names
 * of files and functions, ids) is not shown to rules.
 */
class Walk {
  readonly #event: EventPayload;
  readonly #rules: readonly CompiledScrubRule[];
  readonly #root: Place;

  constructor(event: EventPayload, rules: readonly CompiledScrubRule[]) {
    this.#event = event;
    this.#rules = rules;
    this.#root = new Place(new Notes(event._meta));
  }

  all(): void {
    const event = this.#event;
    for (const key of [
      'user',
      'request',
      'extra',
      'tags',
      'contexts',
      'logentry',
      'server_name',
      'transaction',
      'culprit',
    ] as const) {
      this.#field(event, key, []);
    }
    event.exception?.values.forEach((exception, index) => {
      const path = ['exception', 'values', String(index)];
      this.#field(exception, 'value', path);
      if (exception.mechanism) this.#field(exception.mechanism, 'data', [...path, 'mechanism']);
      this.#frames(exception, path);
    });
    event.threads?.values.forEach((thread, index) => this.#frames(thread, ['threads', 'values', String(index)]));
    this.#frames(event, []);
    event.breadcrumbs?.values.forEach((breadcrumb, index) => {
      const path = ['breadcrumbs', 'values', String(index)];
      this.#field(breadcrumb, 'message', path);
      this.#field(breadcrumb, 'data', path);
    });
  }

  #frames({ stacktrace }: Pick<EventPayload, 'stacktrace'>, path: readonly string[]): void {
    stacktrace?.frames.forEach((frame, index) => {
      const here = [...path, 'stacktrace', 'frames', String(index)];
      this.#field(frame, 'vars', here);
      this.#field(frame, 'context_line', here);
      this.#field(frame, 'pre_context', here);
      this.#field(frame, 'post_context', here);
    });
  }

  #field(holder: object, key: string, path: readonly string[]): void {
    const values = holder as Record<string, Json | undefined>;
    const value = values[key];
    if (value !== undefined) values[key] = this.#value(value, [...path, key]);
  }

  #value(value: Json, path: readonly string[]): Json {
    if (Array.isArray(value)) {
      if (isPairs(value, path)) {
        for (const pair of value) pair[1] = this.#value(pair[1], [...path, pair[0]]) as string;
      } else value.forEach((one, index) => (value[index] = this.#value(one, [...path, String(index)])));
      return value;
    }
    if (typeof value === 'object' && value !== null) {
      for (const key of Object.keys(value)) value[key] = this.#value(value[key]!, [...path, key]);
      return value;
    }
    return value === null || value === '' ? value : this.#scalar(value, path);
  }

  #scalar(value: string | number | boolean, path: readonly string[]): Json {
    let text = String(value);
    const before = text;
    for (const { finder, selects, hide } of this.#rules) {
      // The key is the last name on the way, or any above it: a whole object may stand under it.
      const isTaken = path.some((key) => finder.takesKey(key));
      if (!selects(path)) continue;
      text = isTaken ? hide(text) : finder.replace(text, hide);
    }
    if (text === before) return value;
    let place = this.#root;
    for (const key of path) place = place.at(key);
    place.note('scrubbed', 'a rule of the project');
    return text;
  }
}

/** Headers, cookies and queries are lists of names with values. */
function isPairs(list: Json[], path: readonly string[]): list is [string, string][] {
  return (
    path[0] === 'request' && path.length === 2 && path[1] !== 'data' && path[1] !== 'env' && Array.isArray(list[0])
  );
}
