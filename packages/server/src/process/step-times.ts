/** How long each step took in all, for `/metrics` and the benchmark: the cost per event of every step is known. */
export class StepTimes {
  readonly #cells = new Map<string, StepTime>();

  add(itemKind: string, step: string, tookMs: number): void {
    const key = `${itemKind}/${step}`;
    const cell = this.#cells.get(key);
    if (cell) {
      cell.count++;
      cell.totalMs += tookMs;
    } else this.#cells.set(key, { itemKind, step, count: 1, totalMs: tookMs });
  }

  /** What has come together since the last call. */
  take(): StepTime[] {
    const cells = [...this.#cells.values()];
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
