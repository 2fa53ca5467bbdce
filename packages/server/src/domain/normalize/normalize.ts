import { isFields, limits, Notes, FieldLocation, readLooseText, readText } from '@seismo/protocol';
import type { EventId, EventPayload, ExceptionValue, Fields } from '@seismo/protocol';
import { readBreadcrumbs } from './breadcrumbs.ts';
import { correctClock } from './clock.ts';
import { readContexts, readExtra } from './contexts.ts';
import { isMessageOnly, readExceptions } from './exceptions.ts';
import { completeFrames, readStacktrace } from './frames.ts';
import { addImages } from './images.ts';
import { markInApp } from './in-app.ts';
import { readLevel } from './level.ts';
import { readMessage } from './message.ts';
import { addNext } from './next.ts';
import { readRequest } from './request.ts';
import { noteSdkCuts } from './sdk-cuts.ts';
import { readDebugMeta, readFingerprint, readModules, readSdk } from './sdk.ts';
import { addStandardTags, readTags } from './tags.ts';
import { readThreads } from './threads.ts';
import { addClientContexts } from './user-agent.ts';
import { readUser } from './user.ts';

export interface NormalizeContext {
  eventId: EventId;
  receivedAtMs: number;
  clockSkewMs: number;
  clientAddress: string | null;
  userAgent: string | null;
  inferIp: string | null;
}

/** Normalizes any client data to a valid event. Keeps as much as possible and notes the rest. */
export function normalizeEvent(raw: unknown, context: NormalizeContext): EventPayload | { invalid: 'shape' } {
  if (!isFields(raw)) return { invalid: 'shape' };
  const notes = new Notes();
  const root = new FieldLocation(notes);
  const clock = correctClock(raw, context.receivedAtMs, context.clockSkewMs, root);
  const event: EventPayload = {
    event_id: context.eventId,
    timestamp: clock.timestamp,
    received: context.receivedAtMs / 1000,
    platform: readPlatform(raw, root),
    level: readLevel(raw, root) ?? 'error',
    contexts: readContexts(raw, root),
    tags: readTags(raw, root),
    extra: readExtra(raw, root),
    _meta: notes.list,
  };
  readNames(raw, event, root);
  readStory(raw, event, root);
  const breadcrumbs = readBreadcrumbs(raw, root, clock.shiftS);
  if (breadcrumbs.length > 0) event.breadcrumbs = { values: breadcrumbs };
  const user = readUser(raw, root, context);
  if (user) event.user = user;
  const request = readRequest(raw, root);
  if (request) event.request = request;
  const fingerprint = readFingerprint(raw, root);
  if (fingerprint) event.fingerprint = fingerprint;
  const modules = readModules(raw, root);
  if (modules) event.modules = modules;
  const sdk = readSdk(raw, root);
  if (sdk) event.sdk = sdk;
  const debugMeta = readDebugMeta(raw, root);
  if (debugMeta) event.debug_meta = debugMeta;
  completeFrames(event);
  addImages(event);
  markInApp(event);
  noteUnknown(raw, root);
  noteSdkCuts(raw, root);
  addClientContexts(event, context.userAgent);
  addStandardTags(event);
  addNext(event);
  return event;
}

/** Kinds of platform are short lower-case words; anything else is `other`, as in Sentry. */
function readPlatform(raw: Fields, root: FieldLocation): string {
  const platform = readText(raw, 'platform', root, limits.SHORT_NAME_CHARS_MAX);
  return platform !== undefined && /^[a-z0-9][a-z0-9._-]*$/.test(platform) ? platform : 'other';
}

function readNames(raw: Fields, event: EventPayload, root: FieldLocation): void {
  const named = [
    ['logger', limits.SYMBOL_CHARS_MAX],
    ['transaction', limits.TRANSACTION_CHARS_MAX],
    ['server_name', limits.SYMBOL_CHARS_MAX],
    ['release', limits.RELEASE_CHARS_MAX],
    ['dist', limits.SHORT_NAME_CHARS_MAX],
    ['environment', limits.ENVIRONMENT_CHARS_MAX],
    ['culprit', limits.TRANSACTION_CHARS_MAX],
  ] as const;
  for (const [key, charsMax] of named) {
    const text = readLooseText(raw, key, root, charsMax)?.trim();
    if (text) event[key] = text;
  }
  // SDKs send `production` by default; older ones and plain HTTP clients omit it.
  event.environment ??= 'production';
}

/** The subject of an event: exceptions, a message, threads, or a bare stack. */
function readStory(raw: Fields, event: EventPayload, root: FieldLocation): void {
  const exceptions = readExceptions(raw, root);
  const message = readMessage(raw, root);
  if (message) event.logentry = message;
  const stacktrace = readStacktrace(raw, root);
  if (stacktrace) event.stacktrace = stacktrace;
  const threads = readThreads(raw, root);
  if (threads.length > 0) event.threads = { values: threads };
  if (isMessageOnly(exceptions)) useSyntheticAsMessage(event, exceptions);
  else if (exceptions.length > 0) event.exception = { values: exceptions };
}

function useSyntheticAsMessage(event: EventPayload, synthetic: ExceptionValue[]): void {
  const carrier = synthetic.at(-1)!;
  if (carrier.value) {
    // Where the SDK filled the template itself, its text is the better one.
    event.logentry ??= { formatted: carrier.value };
  }
  if (carrier.stacktrace) event.stacktrace ??= carrier.stacktrace;
}

/** Fields that this step reads, and those that Sentry defines but an event does not need. */
const known = new Set(
  (
    'event_id timestamp received platform level logger transaction transaction_info server_name release dist ' +
    'environment culprit message logentry exception stacktrace threads breadcrumbs contexts tags extra user request ' +
    'fingerprint modules sdk debug_meta type version project key_id errors start_timestamp spans measurements site ' +
    'time_spent checksum _meta _metrics _metrics_summary sdkProcessingMetadata'
  ).split(' '),
);

function noteUnknown(raw: Fields, root: FieldLocation): void {
  for (const key of Object.keys(raw)) if (!known.has(key)) root.at(key).note('dropped', 'unknown event field');
}
