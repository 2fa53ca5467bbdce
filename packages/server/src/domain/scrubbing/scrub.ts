import { Notes, FieldLocation, type EventPayload, type Frame, type Json, type Stacktrace } from '@seismo/protocol';
import type { AttributeValue } from '../spans/typed-name.ts';
import { isCardNumber } from './card-number.ts';
import { sensitivityOf, type Sensitivity } from './sensitive-key.ts';
import { FILTERED, isSuspect, scrubText, type TextKind } from './text.ts';

/** The parts that the defaults scrub, and keys that are known to contain no secret. */
export interface DefaultScrubbing {
  /** Messages, titles, lines of source. */
  texts: boolean;
  /** Tags, contexts, extra data, data of breadcrumbs. */
  data: boolean;
  user: boolean;
  request: boolean;
  /** Variables of frames. */
  variables: boolean;
  isSafe: (key: string) => boolean;
}

export const fullScrubbing: DefaultScrubbing = {
  texts: true,
  data: true,
  user: true,
  request: true,
  variables: true,
  isSafe: () => false,
};

/**
 * Removes secrets from an event: values under a sensitive key, and text that looks like a secret. Mutates and returns
 * the event, which normalization has just created. Exception types, names of files and functions, and IDs stay:
 * grouping and source maps depend on them.
 */
export function scrubEvent(event: EventPayload, scrubbing: DefaultScrubbing = fullScrubbing): EventPayload {
  const root = new FieldLocation(new Notes(event._meta));
  const { texts, data, isSafe } = scrubbing;
  if (texts) {
    for (const key of ['transaction', 'culprit', 'logger', 'server_name'] as const) {
      scrubField(event, key, root, 'text');
    }
    if (event.fingerprint) scrubRecord(event.fingerprint, root.at('fingerprint'), isSafe);
    if (event.logentry) scrubRecord(event.logentry, root.at('logentry'), isSafe);
  }
  if (data) {
    scrubRecord(event.tags, root.at('tags'), isSafe);
    scrubRecord(event.extra, root.at('extra'), isSafe);
    scrubRecord(event.contexts, root.at('contexts'), isSafe);
  }
  scrubStory(event, root, scrubbing);
  scrubBreadcrumbs(event, root, scrubbing);
  if (scrubbing.user) scrubUser(event, root, isSafe);
  if (scrubbing.request) scrubRequest(event, root, isSafe);
  return event;
}

function scrubStory(event: EventPayload, root: FieldLocation, scrubbing: DefaultScrubbing): void {
  const { texts, data, isSafe } = scrubbing;
  const exceptions = root.at('exception').at('values');
  event.exception?.values.forEach((exception, index) => {
    const here = exceptions.at(index);
    if (texts) scrubField(exception, 'value', here, 'text');
    const { mechanism } = exception;
    if (data && mechanism?.data) scrubRecord(mechanism.data, here.at('mechanism').at('data'), isSafe);
    if (data && mechanism?.meta) scrubRecord(mechanism.meta, here.at('mechanism').at('meta'), isSafe);
    scrubStacktrace(exception.stacktrace, here, scrubbing);
  });
  const threads = root.at('threads').at('values');
  event.threads?.values.forEach((thread, index) => {
    if (texts) scrubField(thread, 'name', threads.at(index), 'text');
    scrubStacktrace(thread.stacktrace, threads.at(index), scrubbing);
  });
  scrubStacktrace(event.stacktrace, root, scrubbing);
}

function scrubStacktrace(
  stacktrace: Stacktrace | undefined,
  location: FieldLocation,
  { texts, variables, isSafe }: DefaultScrubbing,
): void {
  if (!stacktrace) return;
  const frames = location.at('stacktrace').at('frames');
  stacktrace.frames.forEach((frame, index) => {
    if (variables && frame.vars) scrubRecord(frame.vars, frames.at(index).at('vars'), isSafe);
    if (!texts) return;
    // In a URL only values of secret keys are removed: source maps are found by the rest.
    for (const key of ['filename', 'abs_path', 'module'] as const) {
      if (frame[key]?.includes('?')) scrubField(frame, key, frames.at(index), 'source');
    }
    if (frame.context_line === undefined && !frame.pre_context && !frame.post_context) return;
    if (!isSuspect(sourceOf(frame), 'source')) return;
    const here = frames.at(index);
    scrubField(frame, 'context_line', here, 'source');
    if (frame.pre_context) scrubLines(frame.pre_context, here, 'pre_context');
    if (frame.post_context) scrubLines(frame.post_context, here, 'post_context');
  });
}

/** All lines as one text: a check per line would cost more than the scrubbing. */
function sourceOf({ pre_context, context_line, post_context }: Frame): string {
  return [...(pre_context ?? []), context_line ?? '', ...(post_context ?? [])].join('\n');
}

function scrubLines(lines: string[], location: FieldLocation, key: string): void {
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index]!;
    const scrubbed = scrubText(line, 'source');
    if (scrubbed === line) continue;
    lines[index] = scrubbed;
    noteScrubbed(location.at(key).at(index));
  }
}

function scrubBreadcrumbs(event: EventPayload, root: FieldLocation, { texts, data, isSafe }: DefaultScrubbing): void {
  const breadcrumbs = root.at('breadcrumbs').at('values');
  event.breadcrumbs?.values.forEach((breadcrumb, index) => {
    if (texts) scrubField(breadcrumb, 'message', breadcrumbs.at(index), 'text');
    if (data && breadcrumb.data) scrubRecord(breadcrumb.data, breadcrumbs.at(index).at('data'), isSafe);
  });
}

type IsSafe = DefaultScrubbing['isSafe'];

function scrubUser({ user }: EventPayload, root: FieldLocation, isSafe: IsSafe): void {
  if (!user) return;
  const here = root.at('user');
  scrubField(user, 'username', here, 'text');
  scrubField(user, 'name', here, 'text');
  if (user.data) scrubRecord(user.data, here.at('data'), isSafe);
}

function scrubRequest({ request }: EventPayload, root: FieldLocation, isSafe: IsSafe): void {
  if (!request) return;
  const here = root.at('request');
  scrubField(request, 'url', here, 'text');
  if (request.query_string) scrubPairs(request.query_string, here.at('query_string'), 'none', isSafe);
  if (request.headers) scrubPairs(request.headers, here.at('headers'), 'none', isSafe);
  // A cookie's name rarely shows whether it is secret.
  if (request.cookies) scrubPairs(request.cookies, here.at('cookies'), 'all', isSafe);
  if (request.data !== undefined) request.data = scrubValue(request.data, here, 'data', 'none', isSafe);
  if (request.env) scrubRecord(request.env, here.at('env'), isSafe);
}

function scrubPairs(pairs: [string, string][], location: FieldLocation, all: Sensitivity, isSafe: IsSafe): void {
  for (const pair of pairs) {
    if (isSafe(pair[0])) continue;
    const sensitivity = all === 'none' ? sensitivityOf(pair[0]) : all;
    pair[1] = scrubValue(pair[1], location, pair[0], sensitivity, isSafe) as string;
  }
}

/** The attributes of a span, in place. */
export function scrubAttributes(attributes: Map<string, AttributeValue>, isSafe: IsSafe): void {
  for (const [name, value] of attributes) {
    if (isSafe(name)) continue;
    const scrubbed = scrubScalar(value, sensitivityOf(name));
    if (scrubbed !== value) attributes.set(name, scrubbed);
  }
}

function scrubField<Key extends string>(
  holder: { [K in Key]?: string },
  key: Key,
  location: FieldLocation,
  kind: TextKind,
): void {
  const text: string | undefined = holder[key];
  if (text === undefined) return;
  const scrubbed = scrubText(text, kind);
  if (scrubbed === text) return;
  holder[key] = scrubbed;
  noteScrubbed(location.at(key));
}

/** Scrubs an object or list in place. */
function scrubRecord(holder: object, location: FieldLocation, isSafe: IsSafe, above: Sensitivity = 'none'): void {
  const values = holder as Record<string, Json>;
  const isList = Array.isArray(holder);
  for (const key of Object.keys(values)) {
    const value = values[key]!;
    if (!isList && isSafe(key)) continue;
    const sensitivity = above !== 'none' || isList ? above : sensitivityOf(key);
    const scrubbed = scrubValue(value, location, key, sensitivity, isSafe);
    if (scrubbed !== value) values[key] = scrubbed;
  }
}

/** Under a sensitive key, every text and number is removed at any depth; the structure stays visible. */
function scrubValue(value: Json, location: FieldLocation, key: string, sensitivity: Sensitivity, isSafe: IsSafe): Json {
  if (typeof value === 'object' && value !== null) {
    scrubRecord(value, location.at(key), isSafe, sensitivity);
    return value;
  }
  if (value === null) return value;
  const scrubbed = scrubScalar(value, sensitivity);
  if (scrubbed !== value) noteScrubbed(location.at(key));
  return scrubbed;
}

function scrubScalar(value: AttributeValue, sensitivity: Sensitivity): AttributeValue {
  if (typeof value === 'string') {
    return sensitivity !== 'none' && value !== '' ? FILTERED : scrubText(value, 'text');
  }
  if (typeof value === 'boolean') return value;
  return sensitivity === 'all' || (value >= 1e12 && isCardNumber(String(value))) ? FILTERED : value;
}

function noteScrubbed(location: FieldLocation): void {
  location.note('scrubbed', 'a secret was removed');
}
