import { limits } from '@seismo/protocol';

/**
 * Never admits more than `countMax` in any `windowMs`, wherever the window starts. It counts in slots of a sixtieth of
 * the window and looks back over one slot more than the window, so it may admit a little less, and its memory is the same
 * for any count.
 */
export class RateWindow {
  readonly windowMs: number;
  readonly #slotMs: number;
  readonly #slots = new Float64Array(limits.RATE_WINDOW_SLOT_COUNT + 1);
  #latestSlot = 0;
  #admitted = 0;

  constructor(windowMs: number) {
    this.windowMs = windowMs;
    this.#slotMs = windowMs / limits.RATE_WINDOW_SLOT_COUNT;
  }

  /** Takes `quantity` and returns 0, or takes nothing and returns the milliseconds until it may fit. */
  take(quantity: number, countMax: number, nowMs: number): number {
    this.#moveTo(nowMs);
    if (this.#admitted + quantity > countMax) return this.#waitMs(Math.min(quantity, countMax), countMax, nowMs);
    this.#slots[this.#latestSlot % this.#slots.length]! += quantity;
    this.#admitted += quantity;
    return 0;
  }

  #moveTo(nowMs: number): void {
    // If the clock was set back a little, time stands still until it has caught up, so that the window does not start
    // over. If set back by more than a window, the clock was wrong before, and the window does.
    const nowSlot = Math.floor(nowMs / this.#slotMs);
    if (nowSlot < this.#latestSlot - this.#slots.length) this.#startAt(nowSlot);
    const slot = Math.max(this.#latestSlot, nowSlot);
    const passed = Math.min(slot - this.#latestSlot, this.#slots.length);
    for (let step = 0; step < passed; step++) {
      const gone = (slot - step) % this.#slots.length;
      this.#admitted -= this.#slots[gone]!;
      this.#slots[gone] = 0;
    }
    this.#latestSlot = slot;
  }

  #startAt(slot: number): void {
    this.#slots.fill(0);
    this.#admitted = 0;
    this.#latestSlot = slot;
  }

  #waitMs(quantity: number, countMax: number, nowMs: number): number {
    let left = this.#admitted;
    for (let slot = this.#latestSlot - this.#slots.length + 1; slot <= this.#latestSlot; slot++) {
      left -= slot < 0 ? 0 : this.#slots[slot % this.#slots.length]!;
      if (left + quantity <= countMax) return Math.max(1, (slot + this.#slots.length) * this.#slotMs - nowMs);
    }
    return this.windowMs;
  }
}
