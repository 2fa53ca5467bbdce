import { duration } from '#features/traces/duration.ts';

const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumSignificantDigits: 4 });

type Unit = 'microsecond' | null;

/** A number in its unit: `250 ms`, `1.5k`. */
export function valueText(value: number, unit: Unit): string {
  if (unit === 'microsecond') return value < 1 ? '0 µs' : duration(value);
  if (value === Number.MIN_VALUE) return 'above 0';
  if (value !== 0 && Math.abs(value) < 0.001) return value.toExponential();
  return compact.format(value);
}

/** Where values of a half-open range are: `100 ms to 125 ms`. */
export function valueRangeText({ from, before }: { from: number | null; before: number | null }, unit: Unit): string {
  if (from === 0 && before === Number.MIN_VALUE) return valueText(0, unit);
  if (from === null) return before === null ? 'any value' : `below ${valueText(before, unit)}`;
  return before === null
    ? `${valueText(from, unit)} and more`
    : `${valueText(from, unit)} to ${valueText(before, unit)}`;
}
