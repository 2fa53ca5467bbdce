import { createHmac } from 'node:crypto';
import { isIP } from 'node:net';
import { Notes, FieldLocation, type EventPayload, type Json } from '@seismo/protocol';
import { compileGlob } from '../glob/glob.ts';
import { userKeyOf } from '../normalize/user.ts';
import type { AttributeValue } from '../spans/typed-name.ts';
import type { PrivacySettings } from '../configuration/documents.ts';
import { storedAddress, type AddressStorage } from './address.ts';
import { compilePattern, type ScrubPattern } from './pattern.ts';
import { fullScrubbing, scrubAttributes, scrubEvent, type DefaultScrubbing } from './scrub.ts';
import { compileSelector, type Selector } from './selector.ts';
import { FILTERED, scrubText } from './text.ts';

/** The compiled scrubbing rules of a project. */
export interface Scrubbing {
  defaults: DefaultScrubbing;
  rules: CompiledScrubRule[];
  userAddress: AddressStorage;
}

interface CompiledScrubRule {
  finder: ScrubPattern;
  selects: Selector;
  hide: (find: string) => string;
}

type Rules = readonly CompiledScrubRule[];

/** `hashKey` is the organization's own: the same e-mail is the same hash there, and nowhere else. */
export function compileScrubbing(settings: PrivacySettings, hashKey: string): Scrubbing {
  const safe = settings.safeFields.map((pattern) => compileGlob(pattern, { ignoreCase: true }));
  const sensitive = settings.sensitiveFields.map(
    (pattern) => ({ type: 'key', pattern, source: '**', method: 'remove' }) as const,
  );
  return {
    defaults: {
      ...settings.defaults,
      isSafe: safe.length === 0 ? fullScrubbing.isSafe : (key) => safe.some((glob) => glob(key)),
    },
    rules: [...sensitive, ...settings.rules].flatMap(({ type, pattern, source, method }) => {
      const selects = compileSelector(source);
      return selects ? [{ finder: compilePattern(type, pattern), selects, hide: hiding(method, hashKey) }] : [];
    }),
    userAddress: settings.userAddress,
  };
}

function hiding(method: PrivacySettings['rules'][number]['method'], hashKey: string): (find: string) => string {
  if (method === 'remove') return () => FILTERED;
  if (method === 'mask') return (find) => (find === FILTERED ? find : find.replaceAll(/[\p{L}\p{N}]/gu, '*'));
  return (find) =>
    find === FILTERED || /^hash:[0-9a-f]{16}$/.test(find)
      ? find
      : `hash:${createHmac('sha256', hashKey).update(find).digest('hex').slice(0, 16)}`;
}

/** Removes secrets first, then applies the project's own rules. Mutates the event. */
export function scrubForProject(event: EventPayload, { defaults, rules, userAddress }: Scrubbing): EventPayload {
  const knownAs = userKeyOf(event.user);
  scrubEvent(event, defaults);
  if (userAddress !== 'keep') shortenAddresses(event, userAddress);
  if (rules.length > 0) new Walk(new FieldLocation(new Notes(event._meta)), rules).event(event);
  if (event.tags['user'] === knownAs) retag(event);
  return event;
}

/** The parts of a span that may contain secrets. */
export interface SpanTexts {
  name: string;
  data: Map<string, AttributeValue>;
}

/** Attributes with the address of a visitor, or of what a service connected to. */
const ADDRESS_ATTRIBUTES = ['user.ip_address', 'client.address', 'network.peer.address', 'source.address'];

/** The same for a span. Rules select its parts as `span.name` and `span.data.<attribute>`. */
export function scrubSpanForProject(span: SpanTexts, { defaults, rules, userAddress }: Scrubbing): void {
  const { data } = span;
  if (defaults.texts) span.name = scrubText(span.name, 'text');
  if (defaults.data) scrubAttributes(data, defaults.isSafe);
  if (userAddress !== 'keep') shortenAttributes(data, userAddress);
  if (rules.length > 0) new Walk(new FieldLocation(new Notes()), rules).span(span);
}

function shortenAttributes(data: SpanTexts['data'], storage: AddressStorage): void {
  for (const key of ADDRESS_ATTRIBUTES) {
    const value = data.get(key);
    if (typeof value !== 'string' || isIP(value) === 0) continue;
    const stored = storedAddress(value, storage);
    if (stored === null) data.delete(key);
    else data.set(key, stored);
  }
  for (const key of data.keys()) {
    const header = /^http\.request\.header\.(.+)$/.exec(key)?.[1];
    if (header !== undefined && ADDRESS_HEADERS.has(header.replaceAll('_', '-').toLowerCase())) data.set(key, FILTERED);
  }
}

/** The tag of the user may contain no more than the scrubbed user does. */
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
  const root = new FieldLocation(new Notes(_meta));
  if (user?.ip_address !== undefined) {
    const stored = storedAddress(user.ip_address, storage);
    if (stored !== user.ip_address) {
      if (stored === null) delete user.ip_address;
      else user.ip_address = stored;
      root.at('user').at('ip_address').note('scrubbed', 'the project does not store full IP addresses');
    }
  }
  const env = request?.env;
  if (env && typeof env['REMOTE_ADDR'] === 'string')
    env['REMOTE_ADDR'] = storedAddress(env['REMOTE_ADDR'], storage) ?? FILTERED;
  for (const header of request?.headers ?? []) if (ADDRESS_HEADERS.has(header[0].toLowerCase())) header[1] = FILTERED;
}

/**
 * Visits every part of an event with user content. Rules do not see fields that grouping and source maps need: types,
 * file and function names, IDs.
 */
class Walk {
  readonly #rules: Rules;
  readonly #takingByKey = new Map<string, Rules>();
  readonly #root: FieldLocation;

  constructor(root: FieldLocation, rules: Rules) {
    this.#root = root;
    this.#rules = rules;
  }

  span(span: SpanTexts): void {
    const at = this.#within(null, 'span');
    this.#field(span, 'name', at);
    const within = this.#step(at, 'data');
    for (const [key, value] of span.data) {
      if (value !== '') span.data.set(key, this.#scalar(value, this.#step(within, key)));
    }
  }

  event(event: EventPayload): void {
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
      this.#field(event, key, null);
    }
    event.exception?.values.forEach((exception, index) => {
      const at = this.#within(null, 'exception', 'values', String(index));
      this.#field(exception, 'value', at);
      if (exception.mechanism) this.#field(exception.mechanism, 'data', this.#within(at, 'mechanism'));
      this.#frames(exception, at);
    });
    event.threads?.values.forEach((thread, index) =>
      this.#frames(thread, this.#within(null, 'threads', 'values', String(index))),
    );
    this.#frames(event, null);
    event.breadcrumbs?.values.forEach((breadcrumb, index) => {
      const at = this.#within(null, 'breadcrumbs', 'values', String(index));
      this.#field(breadcrumb, 'message', at);
      this.#field(breadcrumb, 'data', at);
    });
  }

  #frames({ stacktrace }: Pick<EventPayload, 'stacktrace'>, above: Way | null): void {
    if (!stacktrace) return;
    const frames = this.#within(above, 'stacktrace', 'frames');
    stacktrace.frames.forEach((frame, index) => {
      const at = this.#within(frames, String(index));
      this.#field(frame, 'vars', at);
      this.#field(frame, 'context_line', at);
      this.#field(frame, 'pre_context', at);
      this.#field(frame, 'post_context', at);
    });
  }

  #within(above: Way | null, ...keys: string[]): Way | null {
    return keys.reduce<Way | null>((way, key) => this.#step(way, key), above);
  }

  /** Keys repeat, so each rule tests each key once. */
  #step(above: Way | null, key: string): Way {
    let own = this.#takingByKey.get(key);
    if (!own) this.#takingByKey.set(key, (own = this.#rules.filter(({ finder }) => finder.takesKey(key))));
    const before = above?.taking ?? [];
    return { key, above, taking: own.length === 0 ? before : [...before, ...own] };
  }

  #field(holder: object, key: string, above: Way | null): void {
    const values = holder as Record<string, Json | undefined>;
    const value = values[key];
    if (value !== undefined) values[key] = this.#value(value, this.#step(above, key));
  }

  #value(value: Json, way: Way): Json {
    if (Array.isArray(value)) {
      if (isPairs(value, way))
        for (const pair of value) pair[1] = this.#value(pair[1], this.#step(way, pair[0])) as string;
      else value.forEach((one, index) => (value[index] = this.#value(one, this.#step(way, String(index)))));
      return value;
    }
    if (typeof value === 'object' && value !== null) {
      for (const key of Object.keys(value)) value[key] = this.#value(value[key]!, this.#step(way, key));
      return value;
    }
    return value === null || value === '' ? value : this.#scalar(value, way);
  }

  #scalar(value: AttributeValue, way: Way): AttributeValue {
    let text = String(value);
    const before = text;
    for (const rule of this.#rules) {
      const hidden = way.taking.includes(rule) ? rule.hide(text) : rule.finder.replace(text, rule.hide);
      if (hidden !== text && rule.selects(pathOf(way))) text = hidden;
    }
    if (text === before) return value;
    let node = this.#root;
    for (const key of pathOf(way)) node = node.at(key);
    node.note('scrubbed', 'matched a scrubbing rule of the project');
    return text;
  }
}

/** The position in the event. Most values stay unchanged, so its path is only built for the others. */
interface Way {
  key: string;
  above: Way | null;
  /** Rules that remove a value as a whole, because of its key or that of a parent. */
  taking: Rules;
}

function pathOf(way: Way): string[] {
  const path: string[] = [];
  for (let at: Way | null = way; at; at = at.above) path.push(at.key);
  return path.reverse();
}

/** Headers, cookies and queries are lists of names with values. */
function isPairs(list: Json[], { key, above }: Way): list is [string, string][] {
  return above?.key === 'request' && above.above === null && key !== 'data' && key !== 'env' && Array.isArray(list[0]);
}
