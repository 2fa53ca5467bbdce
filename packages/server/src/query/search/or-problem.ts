import { SearchSyntaxError, type SearchProblem } from '#domain/search/ast.ts';
import { Refusal } from '#platform/refusal.ts';
import { SearchLimitExceeded } from '#domain/search/search-limit-exceeded.ts';

/** Runs a search and returns its problem if it is invalid or too expensive. */
export async function orProblem<T>(
  text: string,
  work: () => Promise<T>,
): Promise<{ plan: T } | { problem: SearchProblem }> {
  try {
    return { plan: await work() };
  } catch (error) {
    if (error instanceof SearchSyntaxError) return { problem: error.problem };
    if (error instanceof SearchLimitExceeded) {
      return { problem: { message: error.message, from: 0, to: Math.max(1, text.length), suggestion: null } };
    }
    throw error;
  }
}

/** Of a search in an input field. */
export const refusalOf = ({ message, from, to }: SearchProblem, text: string): Refusal =>
  new Refusal('invalid', message, 'query', { text, from, to });
