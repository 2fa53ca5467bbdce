/** A span ID of a column as 16 hex digits; `''` where there is none. */
export const spanIdDuckdb = (column: string): string => `coalesce(lpad(lower(to_hex(${column})), 16, '0'), '')`;
