import { limits, type ProjectId } from '@seismo/protocol';

/** The title of a filtered event, an example of what the filter discards. */
export interface FilteredExample {
  projectId: ProjectId;
  reason: string;
  title: string;
  atMs: number;
}

/** The filtered titles of a batch to store: a flood of one kind is a few rows. */
export function newestExamples(examples: readonly FilteredExample[]): FilteredExample[] {
  const byTitle = new Map(examples.map((example) => [keyOf(example, example.title), example]));
  const byReason = Map.groupBy(byTitle.values(), (example) => keyOf(example, ''));
  return [...byReason.values()].flatMap((ofReason) => ofReason.slice(-limits.FILTERED_EXAMPLE_COUNT_MAX));
}

function keyOf({ projectId, reason }: FilteredExample, title: string): string {
  return `${projectId}\n${reason}\n${title}`;
}
