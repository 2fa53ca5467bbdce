/** Adds up a cart; throws for one without prices, so that there is something to read in a stack trace. */
export function totalOf(cart) {
  return cart.reduce((sum, { price, count }) => sum + price.amount * count, 0);
}
