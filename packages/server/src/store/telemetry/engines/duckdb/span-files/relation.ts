import { join } from 'node:path';
import { typeOfName } from '#domain/spans/typed-name.ts';
import type { SpanScope } from '../../../queries/query.ts';
import { tables } from '../../../tables/index.ts';
import { storedColumns } from '../schema.ts';
import type { SpanFile } from './catalog.ts';

/** Columns of spans in the table and in files alike, without the attributes. */
export const spanColumns = [
  'sequence',
  'position',
  ...storedColumns(tables.spans)
    .map(({ column }) => column.name)
    .filter((name) => name !== 'attributes'),
];
const details = ['events', 'links'];
const briefColumns = spanColumns.filter((name) => !details.includes(name));

/**
 * The spans of a scope, and others, as a table expression: those of the table and those of its files. Files with the same of the
 * scope's attributes in columns are read together.
 */
export function spansDuckdb(scope: SpanScope, folder: string, files: readonly SpanFile[]): string {
  const { attributes = [], withDetails, withNames } = scope;
  const of = withDetails ? spanColumns : briefColumns;
  const own = [
    ...of,
    ...(withDetails ? ['attributes'] : []),
    ...(withNames ? ['json_keys(attributes) as names'] : []),
    ...attributes.map((name) => fromJson('attributes', name)),
  ];
  // Each file has other columns, which the column `attributes` is made of.
  const groups =
    withDetails || withNames
      ? files.map((file) => [file])
      : [...Map.groupBy(files, ({ columns }) => attributes.map((name) => Number(columns.has(name))).join('')).values()];
  const parts = groups.map((group) => {
    const [{ columns }] = group as [SpanFile];
    const selected = [
      ...of,
      ...(withDetails ? [allAttributes(columns)] : []),
      ...(withNames ? [allNames(columns)] : []),
      ...attributes.map((name) => (columns.has(name) ? identifier(name) : fromJson('rest', name))),
    ];
    return `select ${selected.join(', ')} from ${readFilesDuckdb(folder, group)}`;
  });
  return `(${[`select ${own.join(', ')} from spans`, ...parts].join(' union all ')})`;
}

/** Reads files as a table expression. They need not have the same columns if the query names columns that all of them have. */
export function readFilesDuckdb(folder: string, files: readonly Pick<SpanFile, 'file'>[]): string {
  const paths = files.map(({ file }) => text(patternOf(pathOf(folder, file))));
  return `read_parquet([${paths.join(', ')}], hive_partitioning = false)`;
}

export function pathOf(folder: string, file: string): string {
  return join(folder, `${file}.parquet`);
}

const types = { string: 'varchar', number: 'double', boolean: 'boolean' };

export function columnType(name: string): string {
  return types[typeOfName(name)];
}

/** An attribute of a JSON text as a column of its typed name. */
export function fromJson(json: string, name: string): string {
  const pointer = `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  return `json_extract_string(${json}, ${text(pointer)})::${columnType(name)} as ${identifier(name)}`;
}

/** The attributes of a file as one JSON text. */
function allAttributes(columns: SpanFile['columns']): string {
  const own = [...columns.keys()].flatMap((name) => [text(name), identifier(name)]);
  return `json_merge_patch(coalesce(rest, '{}'), json_object(${own.join(', ')}))::varchar as attributes`;
}

/** The names of these; null for a column that is empty. Without a JSON text of all of them, which may be large. */
function allNames(columns: SpanFile['columns']): string {
  const own = [...columns.keys()].map((name) => `case when ${identifier(name)} is not null then ${text(name)} end`);
  return `list_concat([${own.join(', ')}]::varchar[], json_keys(rest)) as names`;
}

/** A column of this typed name, which may come from a request. */
export function identifier(name: string): string {
  if (name.includes('\0')) throw new TypeError('the name of an attribute has a null character');
  return `"${name.replaceAll('"', '""')}"`;
}

/** A literal. */
export function text(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

/** A path for reading: DuckDB takes it as a pattern. */
export function patternOf(path: string): string {
  return path.replaceAll(/[*?[]/g, '[$&]');
}
