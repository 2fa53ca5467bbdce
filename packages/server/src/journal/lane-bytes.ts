/** Bytes by lane, cached beside the file: measuring a backlog of two gigabytes takes too long for a request. */
export class LaneBytes {
  readonly #ofLanes = new Map<number, number>();
  total = 0;
  constructor(measured: Record<string, unknown>[]) {
    for (const { lane, bytes } of measured) this.add(lane as number, bytes as number);
  }

  of(lane: number): number {
    return this.#ofLanes.get(lane) ?? 0;
  }

  add(lane: number, bytes: number): void {
    const sum = this.of(lane) + bytes;
    this.total += bytes;
    if (sum > 0) this.#ofLanes.set(lane, sum);
    else this.#ofLanes.delete(lane);
  }

  /** Lanes without bytes are left out. */
  all(): Map<number, number> {
    return new Map(this.#ofLanes);
  }
}
