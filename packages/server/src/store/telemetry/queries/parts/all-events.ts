import type { CountedEvents } from '../query.ts';

export const SUM_OF_QUANTITY = 'sum(quantity)::bigint';

/** Events with their content. */
export const storedEvents: CountedEvents = { events: 'events', count: 'count(*)', isStored: 'true', counting: '' };

const columns = `
        sequence, project_id, issue_id, at_ms, level, environment, release, hash, mapped_hash, original_hash`;

/** All events; after `sum`, they are as many as were ever stored. */
export const allEvents: CountedEvents = {
  events: `(
      select ${columns}, event_id, user_key, user_hash, title, culprit, 1 as quantity, true as is_stored from events
      union all
      select ${columns}, event_id, user_key, user_hash, null, null, 1, false from thinned
      union all
      select ${columns}, '00000000-0000-0000-0000-000000000000'::uuid, '', 0, null, null, quantity, false from counts
    )`,
  count: SUM_OF_QUANTITY,
  isStored: 'is_stored',
  counting: ', quantity, is_stored',
};

/** The number of events of one row. */
export function quantityOf({ count }: CountedEvents): string {
  return count === SUM_OF_QUANTITY ? 'quantity' : '1';
}
