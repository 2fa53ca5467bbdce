import type { EventPayload, ExceptionValue, Stacktrace, Thread } from '@seismo/protocol';
import type { AttachmentView, EventHeadView, EventNeighbors, EventView } from '#query/events/views.ts';
import { hasSystemFrames, rawStacktraceJson, rawStacktraceShape, stacktraceJson, stacktraceShape } from './frame.ts';

/** Only messages and the like are noted as `default`. */
function eventTypeOf({ attributes }: Pick<EventHeadView, 'attributes'>): string {
  return attributes['event.type'] ?? 'error';
}

/** An event in a list, without its body. */
export function eventHeadShape(head: EventHeadView) {
  return {
    id: head.eventId,
    eventID: head.eventId,
    groupID: String(head.issueId),
    projectID: String(head.projectId),
    'event.type': eventTypeOf(head),
    title: head.title,
    message: head.title,
    culprit: head.culprit,
    location: null,
    platform: head.platform,
    dateCreated: new Date(head.atMs).toISOString(),
    dateReceived: new Date(head.receivedAtMs).toISOString(),
    user: userOf(head),
    tags: pairs(head.tags).map(([key, value]) => ({ key, value })),
  };
}

/** The identifying and searchable fields of a user, as Sentry has them, empty where unknown. */
function userOf({ userKey, attributes }: EventHeadView) {
  const [, field, value = null] = /^(id|email|username|ip):([^]*)$/.exec(userKey) ?? [];
  const of = (name: string) => attributes[`user.${name}`] ?? (field === name ? value : null);
  const user = { id: of('id'), email: of('email'), username: of('username'), ip_address: of('ip') };
  return Object.values(user).every((each) => each === null) ? null : user;
}

/** The event as Sentry's own pages and scripts read it: interfaces are a list of `entries`, names are camelCase. */
export function eventShape(
  { eventId, issueId, projectId, stored, receivedAtMs, attachments }: EventView,
  neighbors: Pick<EventNeighbors, 'previous' | 'next'> | null,
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
    logger: event.logger ?? null,
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
    attachments: attachments.map((attachment) => attachmentShape(attachment, eventId)),
    _meta: event._meta,
    ...(neighbors && { nextEventID: neighbors.next, previousEventID: neighbors.previous }),
  };
}

export function attachmentShape(
  { id, atMs, filename, contentType, attachmentType, bytes }: AttachmentView,
  eventId: string,
) {
  return {
    id,
    event_id: eventId,
    name: filename,
    type: attachmentType,
    mimetype: contentType,
    headers: { 'Content-Type': contentType },
    size: bytes,
    dateCreated: new Date(atMs).toISOString(),
  };
}

/** The payload with the field names of SDKs, and the fields that Sentry's `/json/` adds. */
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

/** Tags of the client and those that Sentry derives from fields, without duplicates. */
function tagPairs({ tags, level, environment, release, dist, transaction }: EventPayload): [string, string][] {
  const derived = { level, environment, release, dist, transaction };
  const missing = pairs(derived).filter(([key, value]) => value && !Object.hasOwn(tags, key));
  return [...missing, ...pairs(tags)];
}

function pairs(record: Record<string, string | undefined>): [string, string][] {
  return Object.entries(record).filter((pair): pair is [string, string] => pair[1] !== undefined);
}

export function metadataOf({ exception }: EventPayload, title: string) {
  const thrown = exception?.values.at(-1);
  if (!thrown) return { title };
  const frames = thrown.stacktrace?.frames ?? [];
  const frame = frames.findLast(({ in_app }) => in_app) ?? frames.at(-1);
  return {
    type: thrown.type ?? null,
    value: thrown.value ?? null,
    ...(frame?.filename !== undefined && { filename: frame.filename }),
    ...(frame?.function !== undefined && { function: frame.function }),
  };
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
