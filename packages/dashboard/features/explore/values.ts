import type { TableValue } from '@seismo/server';
import { valueText, type ValueUnit } from '#charts/value-text.ts';

/** Of a field, as tables say it. */
export interface FieldType {
  type: string;
  unit: string | null;
}

export const isNumber = (type: string): boolean => !['string', 'boolean', 'date', 'array'].includes(type);

/** The unit of a field’s values in charts; percentages are shares in tables. */
export function unitOf({ type, unit }: FieldType): ValueUnit {
  if (type === 'percentage') return '%';
  if (unit === 'millisecond') return 'ms';
  if (unit === '1/second') return '/s';
  return unit === '1/minute' ? '/min' : '';
}

export const inUnit = (value: number, { type }: FieldType): number => (type === 'percentage' ? 100 * value : value);

/** A value as text; `null` if there is none. Times are ISO text. */
export function textOf(value: TableValue, field: FieldType): string | null {
  if (value === null || (Array.isArray(value) && value.length === 0)) return null;
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'number' && isNumber(field.type)
    ? valueText(inUnit(value, field), unitOf(field))
    : String(value);
}

/** Whether a measure counts spans of sampled traces as those that they stand for. */
export const isEstimated = (name: string): boolean => !/^(min|max|p100|count_unique)\(/.test(name);

/** Whether a measure is a time, which charts cannot show. */
export const isTimeMeasure = (name: string): boolean =>
  name.endsWith('(timestamp)') || name === 'first_seen()' || name === 'last_seen()';
