/** How long each step took in all, for `/metrics` and the benchmark: the cost per event of every step is known. */
export class StepTimes {
  /** By item kind and step. Nested maps, because a combined key a dozen times per event would be slow. */
  readonly #cells = new Map<string, Map<string, StepTime>>();

  add(itemKind: string, step: string, tookMs: number): void {
    let ofKind = this.#cells.get(itemKind);
    if (!ofKind) this.#cells.set(itemKind, (ofKind = new Map()));
    const cell = ofKind.get(step);
    if (cell) {
      cell.count++;
      cell.totalMs += tookMs;
    } else ofKind.set(step, { itemKind, step, count: 1, totalMs: tookMs });
  }

  /** The durations since the last call. */
  take(): StepTime[] {
    const cells = [...this.#cells.values()].flatMap((ofKind) => [...ofKind.values()]);
    this.#cells.clear();
    return cells;
  }
}

export interface StepTime {
  itemKind: string;
  step: string;
  count: number;
  totalMs: number;
}
