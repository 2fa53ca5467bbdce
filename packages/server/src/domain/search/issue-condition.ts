import type { IssueId, ProjectId, UserId } from '@seismo/protocol';
import type { Archive } from '../issue-status/issue-status.ts';
import type { Assignee } from '../ownership/assignee.ts';
import type { Comparison, Pieces } from './wildcard.ts';

/** The condition of a listed issue. An empty `all` is true, an empty `any` is false. */
export type IssueCondition =
  | { all: IssueCondition[] }
  | { any: IssueCondition[] }
  | { not: IssueCondition }
  | { ids: IssueId[] }
  | { projectIds: ProjectId[] }
  /** Exactly one of these values. */
  | { field: IssueField; is: string[] }
  | { field: IssueField; like: Pieces }
  /** A missing number (never regressed) matches no comparison. */
  | { number: IssueNumber; comparison: Comparison; value: number }
  | { handled: boolean }
  /** Archived until one of these conditions. */
  | { archivedUntil: Archive['until'][] }
  | { assignedTo: Assignee[] | 'anybody' }
  | { bookmarkedBy: UserId }
  /** A message about it was queued in the last `ALERT_AGE_MS_MAX`. */
  | { alerted: true }
  /** Regressed in a release of this name, now or earlier. */
  | { regressedIn: { is: string[] } | { like: Pieces } }
  /** Occurs, without case, in type, value, culprit or short ID, the pieces one after the other. */
  | { headline: Pieces }
  /** The texts of its events, in any of these fields; see `search/match.ts`. */
  | { text: Pieces; whole: boolean; in: TextField[] | null };

/** The location of a text in an event. */
export type TextField = 'type' | 'value' | 'culprit' | 'function' | 'file' | 'module' | 'breadcrumb' | 'tag';

/** The substate is `''` unless the issue is unresolved; releases are `''` unless the resolution names one. */
export type IssueField =
  | 'status'
  | 'substate'
  | 'level'
  | 'platform'
  | 'shortId'
  | 'firstRelease'
  | 'lastRelease'
  /** The user's choice; `''` leaves it to the rule. */
  | 'priority'
  | 'resolvedRelease'
  | 'resolvedAfter';
export type IssueNumber =
  | 'eventCount'
  | 'userCount'
  | 'firstSeenAtMs'
  | 'lastSeenAtMs'
  | 'statusAtMs'
  | 'regressedAtMs';

/** The cost of the condition for one issue, in comparisons with a value; infinite if it searches text. */
export function comparisonsOf(condition: IssueCondition): number {
  const sum = (parts: IssueCondition[]) => parts.reduce((total, part) => total + comparisonsOf(part), 1);
  if ('all' in condition) return sum(condition.all);
  if ('any' in condition) return sum(condition.any);
  if ('not' in condition) return comparisonsOf(condition.not);
  if ('like' in condition || 'headline' in condition || 'text' in condition || 'regressedIn' in condition) {
    return Infinity;
  }
  return 'is' in condition ? condition.is.length : 1;
}
