/** A few like it one after the other are read; more are in the way of what counts. */
const RUN_SHOWN_MAX = 2;

/** Items, and in place of runs that have the same key the runs themselves. What has no key always stands alone. */
export function foldRuns<Item>(items: readonly Item[], keyOf: (item: Item) => string | null): (Item | Item[])[] {
  const folded: (Item | Item[])[] = [];
  for (let from = 0; from < items.length;) {
    const key = keyOf(items[from]!);
    let to = from + 1;
    while (key !== null && to < items.length && keyOf(items[to]!) === key) to++;
    const run = items.slice(from, to);
    if (run.length > RUN_SHOWN_MAX) folded.push(run);
    else folded.push(...run);
    from = to;
  }
  return folded;
}
