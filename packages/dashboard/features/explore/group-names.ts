import type { TableValue } from '@seismo/server';

/** Of a group in a legend. */
export const groupName = (group: readonly TableValue[]): string => group.map(valueName).join(', ');

/** Names that differ, also of the text `500` and the number. */
export function uniqueNames(groups: readonly (readonly TableValue[])[]): string[] {
  const names = groups.map(groupName);
  return names.map((name, index) => (names.indexOf(name) < index ? `${name} (${index + 1})` : name));
}

export const valueName = (value: TableValue): string =>
  value === null || (Array.isArray(value) && value.length === 0) ? 'none' : value === '' ? '""' : String(value);

export const seriesColor = (index: number): string => `var(--series-${index + 1})`;
