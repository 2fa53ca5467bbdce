import { duration } from '#features/traces/duration.ts';
import { decimal } from '#ui/count.ts';

/** Of a measured value: percent, milliseconds, a rate, or nothing. */
export type ValueUnit = '' | '%' | 'ms' | '/s' | '/min';

/** `99.95%`, `1.24 s`, `3.5/min`. */
export const valueText = (value: number, unit: ValueUnit): string =>
  unit === 'ms' ? durationText(value, '0 ms') : `${decimal(value)}${unit}`;

/** `950`, `1.5k`, `99.95`, `1.24 s`: for an axis, where room is scarce. */
export const tickText = (value: number, unit: ValueUnit): string =>
  unit === 'ms'
    ? durationText(value, '0')
    : new Intl.NumberFormat('en-US', {
        notation: 'compact',
        maximumFractionDigits: Math.abs(value) < 1000 ? 2 : 1,
      }).format(value);

const durationText = (ms: number, none: string): string => (ms === 0 ? none : duration(ms * 1000));
