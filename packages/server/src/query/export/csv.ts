/** Text that a spreadsheet would take for a formula, or that ends a cell or a row early in one. */
const FORMULA = /^[\s\0]*[=+\-@\t\r]/;

/**
 * A row in the format of RFC 4180. Text that begins like a formula gets an apostrophe, with which spreadsheets treat it
 * as text, because titles and messages come from strangers. Numbers stay numbers.
 */
export function csvRow(cells: readonly (string | number | boolean | null)[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

function cellOf(value: string | number | boolean | null): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value === null) return '';
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
