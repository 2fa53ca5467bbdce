import type { EventPayload, ExceptionValue, Stacktrace, Thread } from '@seismo/protocol';
import type { EventHeadView, EventNeighbours, EventView } from '#query/events/views.ts';
import { hasSystemFrames, rawStacktraceJson, rawStacktraceShape, stacktraceJson, stacktraceShape } from './frame.ts';

/** An event in a list: what is known of it without its body. */
export function eventHeadShape(head: EventHeadView) {
  return {
    id: head.eventId,
    eventID: head.eventId,
    groupID: String(head.issueId),
    projectID: String(head.projectId),
    'event.type': 'error',
    title: head.title,
    message: head.title,
    culprit: head.culprit,
    location: null,
    platform: head.platform,
    dateCreated: new Date(head.atMs).toISOString(),
    dateReceived: new Date(head.receivedAtMs).toISOString(),
    user: userOfKey(head.userKey),
    tags: pairs(head.tags).map(([key, value]) => ({ key, value })),
  };
}

/** `id:42` → `{ id: '42' }`, with the other fields empty as Sentry has them. */
function userOfKey(userKey: string) {
  const [, field, value] = /^(id|email|username|ip):([^]*)$/.exec(userKey) ?? [];
  if (!field) return null;
  const empty = { id: null, email: null, username: null, ip_address: null };
  return { ...empty, [field === 'ip' ? 'ip_address' : field]: value };
}

/** The event as Sentry's own pages and scripts read it: interfaces are a list of `entries`, names are camelCase. */
export function eventShape(
  { eventId, issueId, projectId, stored, receivedAtMs }: EventView,
  neighbours: Pick<EventNeighbours, 'previous' | 'next'>,
) {
  const { event, grouping, title, culprit } = stored;
  return {
    id: eventId,
    eventID: eventId,
    groupID: String(issueId),
    projectID: String(projectId),
    type: event.exception ? 'error' : 'default',
    title,
    message: event.logentry?.formatted ?? '',
    culprit,
    location: event.transaction ?? null,
    level: event.level,
    platform: event.platform,
    dist: event.dist ?? null,
    release: event.release ? { version: event.release } : null,
    environment: event.environment ?? null,
    dateCreated: new Date(event.timestamp * 1000).toISOString(),
    dateReceived: new Date(receivedAtMs).toISOString(),
    entries: entriesOf(event),
    tags: tagPairs(event).map(([key, value]) => ({ key, value })),
    user: event.user ?? null,
    contexts: event.contexts,
    context: event.extra,
    packages: event.modules ?? {},
    sdk: event.sdk ? { name: event.sdk.name ?? null, version: event.sdk.version ?? null } : null,
    metadata: metadataOf(event, title),
    fingerprints: [grouping.hash],
    groupingConfig: { id: grouping.version },
    errors: [],
    _meta: event._meta,
    nextEventID: neighbours.next,
    previousEventID: neighbours.previous,
  };
}

/** The payload itself, in the names in which SDKs send it, with what `/json/` adds at Sentry. */
export function eventJson({ projectId, stored }: EventView) {
  const { event, title, culprit } = stored;
  return {
    ...event,
    ...(event.exception && { exception: { values: event.exception.values.map(withRawStack) } }),
    ...(event.threads && { threads: { values: event.threads.values.map(withRawStack) } }),
    ...(event.stacktrace && { stacktrace: stacktraceJson(event.stacktrace) }),
    project: projectId,
    type: event.exception ? 'error' : 'default',
    version: '7',
    title,
    culprit,
    message: event.logentry?.formatted ?? '',
    datetime: new Date(event.timestamp * 1000).toISOString(),
    metadata: metadataOf(event, title),
    tags: tagPairs(event),
  };
}

function withRawStack<Holder extends { stacktrace?: Stacktrace }>(holder: Holder) {
  if (!holder.stacktrace) return holder;
  const raw = rawStacktraceJson(holder.stacktrace);
  return { ...holder, stacktrace: stacktraceJson(holder.stacktrace), ...(raw && { raw_stacktrace: raw }) };
}

/** Tags with those that Sentry derives from fields, without repeating one that was sent. */
function tagPairs({ tags, level, environment, release, dist, transaction }: EventPayload): [string, string][] {
  const derived = { level, environment, release, dist, transaction };
  const missing = pairs(derived).filter(([key, value]) => value && !Object.hasOwn(tags, key));
  return [...missing, ...pairs(tags)];
}

function pairs(record: Record<string, string | undefined>): [string, string][] {
  return Object.entries(record).filter((pair): pair is [string, string] => pair[1] !== undefined);
}

function metadataOf({ exception }: EventPayload, title: string) {
  const thrown = exception?.values.at(-1);
  return thrown ? { type: thrown.type ?? null, value: thrown.value ?? null } : { title };
}

function entriesOf(event: EventPayload): { type: string; data: unknown }[] {
  const entries: { type: string; data: unknown }[] = [];
  const add = (type: string, data: unknown): void => void entries.push({ type, data });
  if (event.logentry) add('message', event.logentry);
  if (event.exception) {
    const { values } = event.exception;
    add('exception', {
      values: values.map(exceptionShape),
      hasSystemFrames: values.some((value) => hasSystemFrames(value.stacktrace)),
      excOmitted: null,
    });
  }
  if (event.stacktrace) add('stacktrace', stacktraceShape(event.stacktrace));
  if (event.threads) add('threads', { values: event.threads.values.map(threadShape) });
  if (event.breadcrumbs) {
    const values = event.breadcrumbs.values.map((crumb) => ({
      ...crumb,
      timestamp: crumb.timestamp === undefined ? null : new Date(crumb.timestamp * 1000).toISOString(),
    }));
    add('breadcrumbs', { values });
  }
  if (event.request) {
    const { url, method, query_string, headers, cookies, data, env } = event.request;
    add('request', {
      url: url ?? null,
      method: method ?? null,
      query: query_string ?? [],
      headers: headers ?? [],
      cookies: cookies ?? [],
      data: data ?? null,
      env: env ?? null,
      fragment: null,
      inferredContentType: null,
    });
  }
  if (event.debug_meta) add('debugmeta', event.debug_meta);
  return entries;
}

function exceptionShape({ type, value, raw_value, module, thread_id, mechanism, stacktrace }: ExceptionValue) {
  return {
    type: type ?? null,
    value: value ?? null,
    rawValue: raw_value ?? null,
    module: module ?? null,
    threadId: thread_id ?? null,
    mechanism: mechanism ?? null,
    stacktrace: stacktrace ? stacktraceShape(stacktrace) : null,
    rawStacktrace: rawStacktraceShape(stacktrace),
  };
}

function threadShape({ id, name, crashed, current, state, stacktrace }: Thread) {
  return {
    id: id ?? null,
    name: name ?? null,
    crashed: crashed ?? false,
    current: current ?? false,
    state: state ?? null,
    stacktrace: stacktrace ? stacktraceShape(stacktrace) : null,
    rawStacktrace: rawStacktraceShape(stacktrace),
  };
}
