import type { EventId, IssueId, ProjectId } from '@seismo/protocol';
import type { Comparison, Pieces } from './wildcard.ts';

/** The condition of an event. An empty `all` is true, an empty `any` is false. Text is case-sensitive. */
export type EventCondition =
  | { all: EventCondition[] }
  | { any: EventCondition[] }
  | { not: EventCondition }
  | { eventIds: EventId[] }
  | { issueIds: IssueId[] }
  | { projectIds: ProjectId[] }
  | { traceId: string }
  | { handled: boolean }
  | { time: 'atMs' | 'receivedAtMs'; comparison: Comparison; value: number }
  /** Exactly one of these values. A missing value is `''`. */
  | { column: EventColumn; is: string[] }
  | { column: EventColumn; like: Pieces }
  /** Without case; the values are in lower case. */
  | { column: EventColumn; isIgnoringCase: string[] }
  /** A tag or an attribute; a missing one matches no value. */
  | (EntryName & { is: string[] })
  | (EntryName & { like: Pieces })
  | (EntryName & { isIgnoringCase: string[] })
  | (EntryName & { known: true })
  /** For numeric values: digits, perhaps with a sign and a fraction. */
  | (EntryName & { comparison: Comparison; value: number })
  /** Occurs, without case, in title, culprit or transaction, or in the text of the tags; the pieces one after the other. */
  | { text: Pieces; in: 'title' | 'anywhere' };

export type EventColumn =
  | 'level'
  | 'platform'
  | 'environment'
  | 'release'
  | 'dist'
  | 'transaction'
  | 'culprit'
  | 'userKey'
  | 'hash'
  | 'digest';

export interface EntryName {
  entry: 'tags' | 'attributes';
  key: string;
}

/** The format of numeric tags: the same in every engine. */
export const NUMBER_TEXT = '-?[0-9]{1,15}(?:[.][0-9]{1,9})?';

/** Whether it reads the content of events, beyond IDs and times. */
export function scansText(condition: EventCondition): boolean {
  if ('all' in condition) return condition.all.some(scansText);
  if ('any' in condition) return condition.any.some(scansText);
  if ('not' in condition) return scansText(condition.not);
  return 'column' in condition || 'entry' in condition || 'text' in condition;
}

/** Whether it reads fields of events that they lose when they are thinned (docs/decisions/0058-retention.md). */
export function readsContent(condition: EventCondition): boolean {
  if ('all' in condition) return condition.all.some(readsContent);
  if ('any' in condition) return condition.any.some(readsContent);
  if ('not' in condition) return readsContent(condition.not);
  if ('column' in condition) return !thinnedColumns.has(condition.column);
  if ('time' in condition) return condition.time !== 'atMs';
  return 'traceId' in condition || 'handled' in condition || 'entry' in condition || 'text' in condition;
}

const thinnedColumns: ReadonlySet<EventColumn> = new Set(['level', 'environment', 'release', 'hash', 'userKey']);
