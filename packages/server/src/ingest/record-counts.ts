import { recordCountOf, type EnvelopeItem, type ItemKind } from '@seismo/protocol';

/** Records by kind: a container counts all its records. */
export type RecordCounts = { readonly [Kind in ItemKind]?: number };

export function recordCountsOf(items: readonly EnvelopeItem[]): RecordCounts {
  const counts: { [Kind in ItemKind]?: number } = {};
  for (const item of items) counts[item.kind] = (counts[item.kind] ?? 0) + recordCountOf(item);
  return counts;
}
