const DIGIT_BITS = 8;
const DIGIT_COUNT = 2 ** DIGIT_BITS;
/** Fewer are compared in less time. */
const DIGITS_LENGTH_MIN = 128;

/**
 * Sorts them in place. Many whole numbers below 2^32 are sorted digit by digit, which takes a third of the time of comparing them;
 * `room` is for as many of them.
 */
export function sortNumbers(numbers: Uint32Array | Float64Array, room: Uint32Array | Float64Array): void {
  if (numbers instanceof Float64Array || room instanceof Float64Array || numbers.length < DIGITS_LENGTH_MIN) {
    numbers.sort();
    return;
  }
  const { length } = numbers;
  let largest = 0;
  for (let at = 0; at < length; at += 1) if (numbers[at]! > largest) largest = numbers[at]!;
  let from = numbers;
  let to = room;
  /** Where the next number with a digit goes. */
  const next = new Uint32Array(DIGIT_COUNT);
  for (let shift = 0; shift < 32 && largest >>> shift > 0; shift += DIGIT_BITS) {
    next.fill(0);
    for (let at = 0; at < length; at += 1) next[(from[at]! >>> shift) & (DIGIT_COUNT - 1)]! += 1;
    for (let digit = 0, sum = 0; digit < DIGIT_COUNT; digit += 1) {
      const count = next[digit]!;
      next[digit] = sum;
      sum += count;
    }
    for (let at = 0; at < length; at += 1) to[next[(from[at]! >>> shift) & (DIGIT_COUNT - 1)]!++] = from[at]!;
    [from, to] = [to, from];
  }
  if (from !== numbers) numbers.set(from.subarray(0, length));
}
