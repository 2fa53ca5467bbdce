import { limits } from '@seismo/protocol';
import type { FilteredExample } from '#store/state/contract.ts';

/** The filtered titles of a batch to store: a flood of one kind is a few rows. */
export function newestExamples(examples: readonly FilteredExample[]): FilteredExample[] {
  const byTitle = new Map(examples.map((example) => [keyOf(example, example.title), example]));
  const byReason = Map.groupBy(byTitle.values(), (example) => keyOf(example, ''));
  return [...byReason.values()].flatMap((ofReason) => ofReason.slice(-limits.FILTERED_EXAMPLE_COUNT_MAX));
}

function keyOf({ projectId, reason }: FilteredExample, title: string): string {
  return `${projectId}\n${reason}\n${title}`;
}
