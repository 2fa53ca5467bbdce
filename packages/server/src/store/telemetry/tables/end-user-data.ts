/**
 * What of a table's rows belongs to an end user of a monitored app, and what remains when the user's data is deleted.
 * Searching, exporting and deleting follow these declarations (docs/decisions/0061-end-user-data.md).
 */
export type EndUserData =
  /** Rows of an event. The user fields of the events decide; rows are deleted by the field `eventId`, and events are counted. */
  | { by: 'event' }
  /** Rows that are counted. They lose their `userKey`, together with other rows of the same `sessionId`, and stay. */
  | { by: 'user-key'; of: 'events' | 'sessions' }
  /** Rows that are deleted if their `attributes` name the user: `user.id`, `user.email`, `user.name`, `user.ip_address`. */
  | { by: 'attributes' }
  | { none: string };
