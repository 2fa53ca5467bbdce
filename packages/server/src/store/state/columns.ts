import type { KyselyPlugin, OnConflictBuilder } from 'kysely';

/** Columns that contain 1 and 0 for true and false, and columns that contain JSON, of all tables. */
const flags = new Set([
  'active',
  'allRules',
  'byToken',
  'enabled',
  'handled',
  'hidden',
  'isEscalation',
  'isResolved',
  'isSubscribed',
  'pending',
  'reportsResolved',
  'shared',
  'sharesIssues',
  'toTeam',
]);
const jsonTexts = new Set([
  'archive',
  'changes',
  'condition',
  'data',
  'document',
  'domains',
  'environments',
  'escalation',
  'evaluated',
  'files',
  'health',
  'ids',
  'measured',
  'memberIds',
  'notice',
  'owner',
  'plan',
  'projectIds',
  'refs',
  'resolution',
  'schedule',
  'scopes',
  'tags',
  'times',
  'transports',
  'verifiedDomains',
]);

const columnNames = new Map<string, string>();

/**
 * Columns have names in snake_case in the database and in camelCase in the code. Remembers each name, because Kysely asks for
 * every name in every query; all names come from the code.
 */
export function columnName(name: string): string {
  let column = columnNames.get(name);
  if (column === undefined) {
    column = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    columnNames.set(name, column);
  }
  return column;
}

const propertyName = (name: string): string =>
  name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

interface Reader {
  column: string;
  property: string;
  read: ((value: unknown) => unknown) | undefined;
}

const readers = new Map<string, Reader>();

function readerOf(column: string): Reader {
  let reader = readers.get(column);
  if (!reader) {
    const property = propertyName(column);
    let read: Reader['read'];
    if (flags.has(property)) read = (value) => value === 1;
    if (jsonTexts.has(property)) read = (value) => JSON.parse(value as string);
    readers.set(column, (reader = { column, property, read }));
  }
  return reader;
}

/**
 * Translates the rows of one result: their names, flags and JSON. They are new objects, because those of node:sqlite have no
 * prototype, and React refuses to pass such objects to a client component.
 */
export function readRows<Row>(rows: readonly unknown[]): Row[] {
  const columns = Object.keys((rows[0] as object | undefined) ?? {}).map(readerOf);
  // A copy has its properties from the start, which makes it twice as fast to fill.
  const empty: Record<string, unknown> = Object.fromEntries(columns.map(({ property }) => [property, null]));
  return (rows as Record<string, unknown>[]).map((row) => {
    const found = { ...empty };
    for (const { column, property, read } of columns) {
      const value = row[column];
      found[property] = read && value !== null ? read(value) : value;
    }
    return found as Row;
  });
}

/** Translates the rows of every query that Kysely runs. The query compilers translate the names in the query. */
export const rowReader: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => ({ ...result, rows: readRows(result.rows) }),
};

/** The engines store booleans as numbers. */
export const columnValue = <T>(value: T): T | number => (typeof value === 'boolean' ? Number(value) : value);

/** The values of each row in the order of the columns of the first. */
export function valuesOf(rows: readonly object[]): unknown[][] {
  const columns = Object.keys(rows[0] ?? {});
  return (rows as Record<string, unknown>[]).map((row) => columns.map((column) => columnValue(row[column])));
}

/** Kysely leaves out undefined values, and an update without values is not SQL. */
export const isEmpty = (change: object): boolean => Object.values(change).every((value) => value === undefined);

/** For inserts: leaves a row that exists as it is. */
export const doNothing = <Schema, Table extends keyof Schema>(conflict: OnConflictBuilder<Schema, Table>) =>
  conflict.doNothing();
