/**
 * Transfers rows between threads, as columns if all values are numbers: cloning tens of thousands of small objects
 * takes longer than the query.
 */
export type PackedRows = object[] | { names: string[]; columns: Float64Array[] };

const PACKED_ROW_COUNT_MIN = 200;

export function packRows(rows: object[]): PackedRows {
  if (rows.length < PACKED_ROW_COUNT_MIN) return rows;
  const names = Object.keys(rows[0]!);
  const columns = names.map(() => new Float64Array(rows.length));
  for (const [index, row] of rows.entries()) {
    for (const [at, name] of names.entries()) {
      const value = (row as Record<string, unknown>)[name];
      if (typeof value !== 'number') return rows;
      columns[at]![index] = value;
    }
  }
  return { names, columns };
}

export function unpackRows(packed: PackedRows): object[] {
  if (Array.isArray(packed)) return packed;
  const { names, columns } = packed;
  return Array.from({ length: columns[0]?.length ?? 0 }, (_, index) => {
    const row: Record<string, number> = {};
    for (const [at, name] of names.entries()) row[name] = columns[at]![index]!;
    return row;
  });
}
