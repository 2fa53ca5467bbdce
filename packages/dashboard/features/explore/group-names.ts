import type { TableValue } from '@seismo/server';

/** Of a group in a legend. */
export const groupName = (group: readonly TableValue[]): string => group.map(valueName).join(', ');

export const valueName = (value: TableValue): string =>
  value === null || (Array.isArray(value) && value.length === 0) ? 'none' : value === '' ? '""' : String(value);

export const seriesColor = (index: number): string => `var(--series-${index + 1})`;
