import { isDeepStrictEqual } from 'node:util';
import type { IssueId, UserId } from '@seismo/protocol';
import { textMatchOf } from '../search/match.ts';
import { textsMatch, type SearchData } from '../search/memory.ts';
import { compares, matchesPieces } from '#domain/search/wildcard.ts';
import type { IssueCondition, IssueField } from './condition.ts';
import type { Activity, Issue } from './contract.ts';
import { resolvedAfter, resolvedRelease } from './rows.ts';
import { searchTextOf, searchWordOf } from './search-text.ts';

export function holds(
  condition: IssueCondition,
  issue: Issue,
  data: SearchData & { bookmarks: { userId: UserId; issueId: IssueId }[]; activities: Activity[] },
): boolean {
  if ('all' in condition) return condition.all.every((part) => holds(part, issue, data));
  if ('any' in condition) return condition.any.some((part) => holds(part, issue, data));
  if ('not' in condition) return !holds(condition.not, issue, data);
  if ('ids' in condition) return condition.ids.includes(issue.id);
  if ('projectIds' in condition) return condition.projectIds.includes(issue.projectId);
  if ('is' in condition) return condition.is.includes(fieldOf(issue, condition.field));
  if ('like' in condition) return matchesPieces(fieldOf(issue, condition.field), condition.like);
  if ('assignedTo' in condition) {
    if (condition.assignedTo === 'anybody') return issue.assignee !== null;
    return condition.assignedTo.some((to) => isDeepStrictEqual(to, issue.assignee));
  }
  if ('bookmarkedBy' in condition) {
    return data.bookmarks.some(({ userId, issueId }) => userId === condition.bookmarkedBy && issueId === issue.id);
  }
  if ('regressedIn' in condition) {
    const { regressedIn: names } = condition;
    return data.activities.some(
      (each) =>
        each.kind === 'regressed' &&
        each.issueId === issue.id &&
        each.release !== '' &&
        ('is' in names ? names.is.includes(each.release) : matchesPieces(each.release, names.like)),
    );
  }
  if ('handled' in condition) return issue.handled === condition.handled;
  if ('archivedUntil' in condition) {
    return issue.status === 'archived' && condition.archivedUntil.includes(issue.archive?.until ?? 'forever');
  }
  if ('headline' in condition) {
    return matchesPieces(searchTextOf(issue), ['', ...condition.headline.map(searchWordOf), '']);
  }
  if ('text' in condition) {
    const match = textMatchOf(condition.text, condition.whole, condition.in);
    return match !== null && textsMatch(data, issue.id, match);
  }
  const value = issue[condition.number];
  return value !== null && compares(value, condition.comparison, condition.value);
}

function fieldOf(issue: Issue, field: IssueField): string {
  if (field === 'resolvedRelease') return resolvedRelease(issue);
  return field === 'resolvedAfter' ? resolvedAfter(issue) : (issue[field] ?? '');
}
