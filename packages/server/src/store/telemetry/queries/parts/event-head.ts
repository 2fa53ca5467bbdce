import { boolean, bytes, eventId, integer, issueId, level, orNull, projectId, tags, text } from '../query.ts';

/** An event without its body, which several queries return. */
export const eventHeadDuckdb = `
    event_id as "eventId",
    project_id as "projectId",
    issue_id as "issueId",
    at_ms as "atMs",
    received_at_ms as "receivedAtMs",
    level,
    platform,
    environment,
    release,
    transaction,
    user_key as "userKey",
    handled,
    title,
    culprit,
    tags,
    attributes,
    hash`;

export const eventHeadRow = {
  eventId,
  projectId,
  issueId,
  atMs: integer,
  receivedAtMs: integer,
  level,
  platform: text,
  environment: text,
  release: text,
  transaction: text,
  userKey: text,
  handled: orNull(boolean),
  title: text,
  culprit: text,
  tags,
  attributes: tags,
  hash: text,
};

type ValuesOf<Readers extends Record<string, (value: never) => unknown>> = {
  [Column in keyof Readers]: ReturnType<Readers[Column]>;
};
export interface EventHead extends ValuesOf<typeof eventHeadRow> {}

/** The columns of an event with its body. */
export const eventBodyDuckdb = `${eventHeadDuckdb},
    dist,
    coalesce(replace(trace_id::varchar, '-', ''), '') as "traceId",
    digest,
    body`;
export const eventBodyRow = { ...eventHeadRow, dist: text, traceId: text, digest: text, body: bytes };
