import { defineTable, integer } from './table.ts';
import { thinned } from './thinned.ts';

const { eventId: _eventId, userKey: _userKey, ...counted } = thinned.fields;

/** How many events there were per hour, of those whose IDs and users were removed, too. Only changes add rows. */
export const counts = defineTable({
  version: 14,
  endUser: { none: 'Counts of events by hour.' },
  fields: {
    /** `atMs` is the start of the hour. */
    ...counted,
    quantity: integer('quantity'),
  },
});
