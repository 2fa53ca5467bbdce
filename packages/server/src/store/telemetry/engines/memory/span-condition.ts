import type { SpanCondition } from '#domain/spans/span-condition.ts';
import { compares, matchesPieces } from '#domain/search/wildcard.ts';
import type { AttributeValue } from '#domain/spans/typed-name.ts';
import type { SpanRow } from '../../tables/spans.ts';

export const spanMatches =
  (condition: SpanCondition) =>
  (span: SpanRow): boolean =>
    holds(condition, span);

function holds(condition: SpanCondition, span: SpanRow): boolean {
  if ('all' in condition) return condition.all.every((part) => holds(part, span));
  if ('any' in condition) return condition.any.some((part) => holds(part, span));
  if ('not' in condition) return !holds(condition.not, span);
  if ('projectIds' in condition) return condition.projectIds.includes(span.projectId);
  if ('traceId' in condition) return span.traceId === condition.traceId;
  if ('id' in condition) return condition.is.includes(span[condition.id]);
  if ('isSegment' in condition) return span.isSegment === condition.isSegment;
  if ('number' in condition) {
    const number = span[condition.number];
    return number !== null && compares(number, condition.comparison, condition.value);
  }
  if ('text' in condition) {
    const pieces = ['', ...condition.text, ''].map((piece) => piece.toWellFormed().toLowerCase());
    return matchesPieces(span.name.toLowerCase(), pieces);
  }
  if ('column' in condition) return passes(span[condition.column], condition);
  const value = attributeOf(span, condition.attribute);
  if (value === null) return false;
  if ('known' in condition) return true;
  if ('isTrue' in condition) return value === condition.isTrue;
  if ('comparison' in condition) return compares(Number(value), condition.comparison, condition.value);
  return passes(String(value), condition);
}

function passes(text: string, test: { is: string[] } | { like: readonly string[] }): boolean {
  if ('is' in test) return test.is.some((one) => one.toWellFormed() === text);
  return matchesPieces(
    text,
    test.like.map((piece) => piece.toWellFormed()),
  );
}

/** The value of an attribute by its typed name; `null` if the span lacks it. */
export function attributeOf({ attributes }: SpanRow, typed: string): AttributeValue | null {
  const all = JSON.parse(attributes) as Record<string, AttributeValue>;
  return Object.hasOwn(all, typed) ? all[typed]! : null;
}
