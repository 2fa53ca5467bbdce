import { join } from 'node:path';
import { typeOfName } from '#domain/spans/typed-name.ts';
import type { Parameter, SpanScope } from '../../../queries/query.ts';
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
 * The spans of a scope as a table expression with `scopeParameters`: those of the table and those of its files. Files with the
 * same of the scope's attributes in columns are read together.
 */
export function spansDuckdb(scope: SpanScope, folder: string, files: readonly SpanFile[]): string {
  const { attributes = [], withDetails, withNames } = scope;
  const groups = Map.groupBy(files, (file) => {
    // Each file has other columns, which the column `attributes` is made of.
    if (withDetails || withNames) return file.file;
    return [isWithin(scope, file), ...attributes.map((name) => file.columns.has(name))].map(Number).join('');
  });
  const parts = [...groups.values()].map((group) => fileSpansDuckdb(scope, folder, group as [SpanFile]));
  return `(${[newSpansDuckdb(scope), ...parts].join(' union all ')})`;
}

/** Those of the table. */
export function newSpansDuckdb(scope: SpanScope): string {
  const { attributes = [], withDetails, withNames } = scope;
  const selected = [
    ...(withDetails ? spanColumns : briefColumns),
    ...(withDetails ? ['attributes'] : []),
    ...(withNames ? ['json_keys(attributes) as names'] : []),
    ...attributes.map((name) => parsedAttribute(attributes, 'attributes', name)),
  ];
  return `(
      select ${selected.join(', ')}
      from ${withParsed('spans', 'attributes', attributes)}
      ${where(['list_contains($scopeProjectIds::bigint[], project_id)', ...ofTrace(scope), ...ofRange(scope)])})`;
}

/** Those of files with the same of the scope's attributes in columns, and all or none of them within its range. */
export function fileSpansDuckdb(scope: SpanScope, folder: string, files: readonly [SpanFile, ...SpanFile[]]): string {
  const { attributes = [], withDetails, withNames } = scope;
  const [file] = files;
  const { columns } = file;
  const others = attributes.filter((name) => !columns.has(name));
  const selected = [
    ...(withDetails ? spanColumns : briefColumns),
    ...(withDetails ? [allAttributes(columns)] : []),
    ...(withNames ? [allNames(columns)] : []),
    ...attributes.map((name) => (columns.has(name) ? identifier(name) : parsedAttribute(others, 'rest', name))),
  ];
  return `(
      select ${selected.join(', ')}
      from ${withParsed(readFilesDuckdb(folder, files), 'rest', others)}
      ${where([...ofTrace(scope), ...(isWithin(scope, file) ? [] : ofRange(scope))])})`;
}

export function scopeParameters({ projectIds, traceId, startUs }: SpanScope): Record<string, Parameter> {
  return {
    scopeProjectIds: projectIds,
    scopeTraceId: traceId ?? null,
    scopeFromUs: safe(startUs?.from ?? -Infinity),
    scopeBeforeUs: safe(startUs?.before ?? Infinity),
  };
}

/** A bound, which may be infinite. */
export function safe(us: number): number {
  return Math.max(Number.MIN_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, us));
}

/** Whether every span of a file starts in the range, so that a query need not compare their start. */
function isWithin({ startUs }: SpanScope, { firstUs, lastUs }: SpanFile): boolean {
  return startUs === undefined || (firstUs >= startUs.from && lastUs < startUs.before);
}

function ofTrace({ traceId }: SpanScope): string[] {
  return traceId === undefined ? [] : ['trace_id = $scopeTraceId::uuid'];
}

function ofRange({ startUs }: SpanScope): string[] {
  return startUs ? ['start_us >= $scopeFromUs::bigint', 'start_us < $scopeBeforeUs::bigint'] : [];
}

function where(conditions: string[]): string {
  return conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`;
}

/**
 * A table expression with the values of attributes of a JSON text in one list, for which each text is parsed once: with an
 * expression for each attribute, DuckDB keeps as many parsed copies of 2,048 texts.
 */
function withParsed(source: string, json: string, attributes: readonly string[]): string {
  if (attributes.length <= 1) return source;
  return `(select *, json_extract_string(${json}, [${attributes.map(pointerTo).join(', ')}]) as parsed from ${source})`;
}

/** One alone is not taken from the list: DuckDB compares such an expression once for each of the texts that repeat. */
function parsedAttribute(attributes: readonly string[], json: string, name: string): string {
  if (attributes.length === 1) return fromJson(json, name);
  return `parsed[${attributes.indexOf(name) + 1}]::${columnType(name)} as ${identifier(name)}`;
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
  return `json_extract_string(${json}, ${pointerTo(name)})::${columnType(name)} as ${identifier(name)}`;
}

/** As RFC 6901 says. */
function pointerTo(name: string): string {
  return text(`/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
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
