import type { SpanScope } from '../../../queries/query.ts';
import { tables } from '../../../tables/index.ts';
import { storedColumns } from '../schema.ts';

const details = ['attributes', 'events', 'links'];
const columns = storedColumns(tables.spans)
  .map(({ column }) => column.name)
  .filter((name) => !details.includes(name));
const identity = ['sequence', 'position'];

/** The spans that a scope names, as a table expression. */
export function spansDuckdb({ attributes = [], withDetails }: SpanScope): string {
  const selected = [...identity, ...columns, ...(withDetails ? details : []), ...attributes.map(inJson)];
  return `(select ${selected.join(', ')} from spans)`;
}

const types: Record<string, string> = { s: 'varchar', n: 'double', b: 'boolean' };

/** An attribute of the JSON text `attributes` as a column of its typed name. */
function inJson(name: string): string {
  const pointer = `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  return `json_extract_string(attributes, ${text(pointer)})::${types[name[0]!]} as ${identifier(name)}`;
}

/** A column of this typed name. A query may take the name from a request. */
export function identifier(name: string): string {
  if (!/^[sbn]:[^\0]/.test(name)) throw new TypeError(`${JSON.stringify(name)} is not the name of an attribute`);
  return `"${name.replaceAll('"', '""')}"`;
}

function text(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}
