import { byTimeAndId, eventStatsOf, isStored } from '../../engines/memory/rows.ts';
import type { StoredRows } from '../../tables/index.ts';

/** A group of events with one hash; the newest event with its content represents it. */
export function hashGroupOf(events: StoredRows['events']) {
  const { issueId, hash, mappedHash } = events[0]!;
  const { eventId = null, title = '', culprit = '' } = events.filter(isStored).toSorted(byTimeAndId).at(-1) ?? {};
  return { issueId, hash, mappedHash, eventId, title, culprit, ...eventStatsOf(events) };
}

/** The earliest and the latest release that an event of the group named. */
export function releasesOf(events: StoredRows['events']): { firstRelease: string; lastRelease: string } {
  const named = events.filter(({ release }) => release !== '').toSorted(byTimeAndId);
  return { firstRelease: named[0]?.release ?? '', lastRelease: named.at(-1)?.release ?? '' };
}
