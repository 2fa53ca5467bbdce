/** A field of every row, or several fields of every row as a list. */
export function pluck<Row, Name extends keyof Row>(rows: readonly Row[], name: Name): Row[Name][];
export function pluck<Row>(rows: readonly Row[], ...names: (keyof Row)[]): unknown[][];
export function pluck<Row>(rows: readonly Row[], ...names: (keyof Row)[]): unknown[] {
  return rows.map((row) => (names.length === 1 ? row[names[0]!] : names.map((name) => row[name])));
}
