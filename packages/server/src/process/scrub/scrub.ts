import { Notes, Place } from '@seismo/protocol';
import type { EventPayload, Frame, Json, Stacktrace } from '@seismo/protocol';
import { isCardNumber } from './card-number.ts';
import { sensitivityOf } from './sensitive-key.ts';
import type { Sensitivity } from './sensitive-key.ts';
import { FILTERED, isSuspect, scrubText } from './text.ts';
import type { TextKind } from './text.ts';

/**
 * Takes secrets out of an event: what stands under a sensitive key, and what looks like a secret in any text. Changes the
 * event it is given, which normalization has just made and nobody else holds, and answers it. Types of exceptions, names
 * of files and functions, and ids stay as they are: grouping and source maps depend on them.
 */
export function scrubEvent(event: EventPayload): EventPayload {
  const root = new Place(new Notes(event._meta));
  for (const key of ['transaction', 'culprit', 'logger', 'server_name'] as const) scrubField(event, key, root, 'text');
  scrubRecord(event.tags, root.at('tags'));
  scrubRecord(event.extra, root.at('extra'));
  scrubRecord(event.contexts, root.at('contexts'));
  if (event.fingerprint) scrubRecord(event.fingerprint, root.at('fingerprint'));
  if (event.logentry) scrubRecord(event.logentry, root.at('logentry'));
  scrubStory(event, root);
  scrubBreadcrumbs(event, root);
  scrubPerson(event, root);
  return event;
}

function scrubStory(event: EventPayload, root: Place): void {
  const exceptions = root.at('exception').at('values');
  event.exception?.values.forEach((exception, index) => {
    const here = exceptions.at(index);
    scrubField(exception, 'value', here, 'text');
    const { mechanism } = exception;
    if (mechanism?.data) scrubRecord(mechanism.data, here.at('mechanism').at('data'));
    if (mechanism?.meta) scrubRecord(mechanism.meta, here.at('mechanism').at('meta'));
    scrubStacktrace(exception.stacktrace, here);
  });
  const threads = root.at('threads').at('values');
  event.threads?.values.forEach((thread, index) => {
    scrubField(thread, 'name', threads.at(index), 'text');
    scrubStacktrace(thread.stacktrace, threads.at(index));
  });
  scrubStacktrace(event.stacktrace, root);
}

function scrubStacktrace(stacktrace: Stacktrace | undefined, place: Place): void {
  if (!stacktrace) return;
  const frames = place.at('stacktrace').at('frames');
  stacktrace.frames.forEach((frame, index) => {
    if (frame.vars) scrubRecord(frame.vars, frames.at(index).at('vars'));
    if (frame.context_line === undefined && !frame.pre_context && !frame.post_context) return;
    if (!isSuspect(sourceOf(frame), 'source')) return;
    const here = frames.at(index);
    scrubField(frame, 'context_line', here, 'source');
    if (frame.pre_context) scrubLines(frame.pre_context, here, 'pre_context');
    if (frame.post_context) scrubLines(frame.post_context, here, 'post_context');
  });
}

/** All lines as one text: to ask about each would cost more than the answer. */
function sourceOf({ pre_context, context_line, post_context }: Frame): string {
  return [...(pre_context ?? []), context_line ?? '', ...(post_context ?? [])].join('\n');
}

function scrubLines(lines: string[], place: Place, key: string): void {
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index]!;
    const scrubbed = scrubText(line, 'source');
    if (scrubbed === line) continue;
    lines[index] = scrubbed;
    noteScrubbed(place.at(key).at(index));
  }
}

function scrubBreadcrumbs(event: EventPayload, root: Place): void {
  const breadcrumbs = root.at('breadcrumbs').at('values');
  event.breadcrumbs?.values.forEach((breadcrumb, index) => {
    scrubField(breadcrumb, 'message', breadcrumbs.at(index), 'text');
    if (breadcrumb.data) scrubRecord(breadcrumb.data, breadcrumbs.at(index).at('data'));
  });
}

function scrubPerson(event: EventPayload, root: Place): void {
  if (event.user) {
    const here = root.at('user');
    scrubField(event.user, 'username', here, 'text');
    scrubField(event.user, 'name', here, 'text');
    if (event.user.data) scrubRecord(event.user.data, here.at('data'));
  }
  const { request } = event;
  if (!request) return;
  const here = root.at('request');
  scrubField(request, 'url', here, 'text');
  if (request.query_string) scrubPairs(request.query_string, here.at('query_string'), 'none');
  if (request.headers) scrubPairs(request.headers, here.at('headers'), 'none');
  // A cookie's name says little about what it opens.
  if (request.cookies) scrubPairs(request.cookies, here.at('cookies'), 'all');
  if (request.data !== undefined) request.data = scrubValue(request.data, here, 'data', 'none');
  if (request.env) scrubRecord(request.env, here.at('env'));
}

function scrubPairs(pairs: [string, string][], place: Place, all: Sensitivity): void {
  for (const pair of pairs) {
    const sensitivity = all === 'none' ? sensitivityOf(pair[0]) : all;
    pair[1] = scrubValue(pair[1], place, pair[0], sensitivity) as string;
  }
}

function scrubField<Key extends string>(holder: { [K in Key]?: string }, key: Key, place: Place, kind: TextKind): void {
  const text: string | undefined = holder[key];
  if (text === undefined) return;
  const scrubbed = scrubText(text, kind);
  if (scrubbed === text) return;
  holder[key] = scrubbed;
  noteScrubbed(place.at(key));
}

/** Scrubs an object or list in place. */
function scrubRecord(holder: object, place: Place, above: Sensitivity = 'none'): void {
  const values = holder as Record<string, Json>;
  const isList = Array.isArray(holder);
  for (const key of Object.keys(values)) {
    const value = values[key]!;
    const sensitivity = above !== 'none' || isList ? above : sensitivityOf(key);
    const scrubbed = scrubValue(value, place, key, sensitivity);
    if (scrubbed !== value) values[key] = scrubbed;
  }
}

/** Under a sensitive key every text and number goes, however deep; the shape stays, so that one sees what was there. */
function scrubValue(value: Json, place: Place, key: string, sensitivity: Sensitivity): Json {
  if (typeof value === 'object' && value !== null) {
    scrubRecord(value, place.at(key), sensitivity);
    return value;
  }
  if (typeof value === 'string') {
    const scrubbed = sensitivity !== 'none' && value !== '' ? FILTERED : scrubText(value, 'text');
    if (scrubbed !== value) noteScrubbed(place.at(key));
    return scrubbed;
  }
  if (typeof value === 'number' && (sensitivity === 'all' || (value >= 1e12 && isCardNumber(String(value))))) {
    noteScrubbed(place.at(key));
    return FILTERED;
  }
  return value;
}

function noteScrubbed(place: Place): void {
  place.note('scrubbed', 'a secret was removed');
}
