/** Longer runs of similar items hide the components that count. */
const RUN_COUNT_MAX = 2;

/** Replaces runs of items with the same key by the runs. An item without a key is never part of one. */
export function foldRuns<Item>(items: readonly Item[], keyOf: (item: Item) => string | null): (Item | Item[])[] {
  const folded: (Item | Item[])[] = [];
  for (let from = 0; from < items.length;) {
    const key = keyOf(items[from]!);
    let to = from + 1;
    while (key !== null && to < items.length && keyOf(items[to]!) === key) to++;
    const run = items.slice(from, to);
    if (run.length > RUN_COUNT_MAX) folded.push(run);
    else folded.push(...run);
    from = to;
  }
  return folded;
}
