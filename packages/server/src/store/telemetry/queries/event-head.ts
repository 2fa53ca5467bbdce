import { boolean, eventId, integer, issueId, level, orNull, projectId, tags, text } from './question.ts';

/** The columns of `EventHead`, which several questions answer with: the same in SQL and in reading. */
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
