import type { Disposition } from '@seismo/protocol';

/**
 * The outcomes of an item's records: a container (logs, spans, session aggregates) has many, every other item one. Each
 * record has one outcome, so the received records always equal the sum of the outcomes.
 */
export class Records {
  #count: number;
  /** The number in the item's header. It counts until a step has counted. */
  readonly claimed: number;
  readonly ended: { disposition: Disposition; quantity: number }[] = [];

  constructor(claimed: number) {
    this.#count = claimed;
    this.claimed = claimed;
  }

  get count(): number {
    return this.#count;
  }

  /** Records without an outcome so far. */
  get left(): number {
    return this.ended.reduce((left, { quantity }) => left - quantity, this.#count);
  }

  /** Sets the number of records in the payload. */
  counted(count: number): void {
    this.#count = count;
  }

  /** Ends some of the records. */
  end(disposition: Disposition, quantity: number): void {
    if (quantity < 0 || quantity > this.left) throw new RangeError(`${quantity} of ${this.left} records cannot end`);
    if (quantity > 0) this.ended.push({ disposition, quantity });
  }

  /** Ends all records that have no outcome yet. */
  endRest(disposition: Disposition): void {
    this.end(disposition, this.left);
  }
}
