import { totalOf } from './cart.js';

export class Basket {
  constructor(lines) {
    this.lines = lines;
  }

  /** Fails for a line without a price. */
  checkOut() {
    const total = totalOf(this.lines);
    document.body.append(`To pay: ${total}`);
  }
}
