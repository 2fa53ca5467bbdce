import { compares, matchesPieces } from '#domain/search/wildcard.ts';
import { NUMBER_TEXT, type EventCondition } from '#domain/search/event-condition.ts';
import type { EventRow } from '../../tables/events.ts';

const wholeNumber = new RegExp(`^${NUMBER_TEXT}$`);

export const matches = (where: EventCondition | null) => (event: EventRow) => where === null || holds(where, event);

function holds(condition: EventCondition, event: EventRow): boolean {
  if ('all' in condition) return condition.all.every((part) => holds(part, event));
  if ('any' in condition) return condition.any.some((part) => holds(part, event));
  if ('not' in condition) return !holds(condition.not, event);
  if ('eventIds' in condition) return condition.eventIds.includes(event.eventId);
  if ('issueIds' in condition) return condition.issueIds.includes(event.issueId);
  if ('projectIds' in condition) return condition.projectIds.includes(event.projectId);
  if ('traceId' in condition) return event.traceId === condition.traceId;
  if ('handled' in condition) return event.handled === condition.handled;
  if ('time' in condition) return compares(event[condition.time], condition.comparison, condition.value);
  if ('text' in condition) {
    const { title, culprit, transaction, tags } = event;
    const texts = condition.in === 'title' ? [title] : [title, culprit, transaction, ...Object.values(tags)];
    const pieces = ['', ...condition.text.map((piece) => piece.toWellFormed().toLowerCase()), ''];
    return texts.some((text) => matchesPieces(text.toLowerCase(), pieces));
  }
  if ('column' in condition) return passes(event[condition.column], condition);
  const entries = event[condition.entry];
  const key = condition.key.toWellFormed();
  if (!Object.hasOwn(entries, key)) return false;
  const value = entries[key]!;
  if ('known' in condition) return true;
  if ('comparison' in condition) {
    return wholeNumber.test(value) && compares(Number(value), condition.comparison, condition.value);
  }
  return passes(value, condition);
}

function passes(
  text: string,
  test: { is: string[] } | { isIgnoringCase: string[] } | { like: readonly string[] },
): boolean {
  if ('isIgnoringCase' in test) return test.isIgnoringCase.some((one) => one.toWellFormed() === text.toLowerCase());
  if ('is' in test) return test.is.some((one) => one.toWellFormed() === text);
  return matchesPieces(
    text,
    test.like.map((piece) => piece.toWellFormed()),
  );
}
