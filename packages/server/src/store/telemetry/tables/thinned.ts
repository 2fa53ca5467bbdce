import { events } from './events.ts';
import { defineTable, type Field } from './table.ts';

const { organizationId, projectId, issueId, eventId, atMs, level, environment, release, userKey, hash } = events.fields;
const { mappedHash, originalHash } = events.changed;

/** The columns as of a new table: their history is that of `events`. */
const fresh = <Value>(field: Field<Value>): Field<Value> =>
  field.map(({ added: _added, renamed: _renamed, ...column }) => column);

/**
 * What stays of an event whose content was removed: what counts it, recognizes its duplicates and moves it between
 * issues. Only changes add rows.
 */
export const thinned = defineTable({
  version: 14,
  endUser: { by: 'user-key', of: 'events' },
  fields: {
    organizationId,
    projectId,
    issueId,
    eventId,
    atMs,
    level,
    environment,
    release,
    userKey: fresh(userKey),
    hash: fresh(hash),
    mappedHash: fresh(mappedHash),
    originalHash: fresh(originalHash),
  },
});
