import {
  BIGINT,
  DuckDBListValue,
  LIST,
  VARCHAR,
  type DuckDBConnection,
  type DuckDBType,
  type DuckDBValue,
} from '@duckdb/node-api';
import { failPoint } from '#platform/fail-point.ts';
import type { EventChange, Rehash, Removal, SettableField } from '../../contract.ts';
import { events } from '../../tables/events.ts';
import { tableNames, type TableName } from '../../tables/index.ts';
import type { Column } from '../../tables/table.ts';
import { deleteEndUser } from './end-user-deletion.ts';
import { isRemoval, remove } from './removals.ts';
import type { SpanFiles } from './span-files/span-files.ts';
import { deleteRecorded, recordThese } from './segments.ts';
import { storedType, storedValue } from './values.ts';

type Changeable = Extract<EventChange, { eventId: unknown }>['set'];

/** All tables with events of issues. */
const countedTables = ['events', 'thinned', 'counts'] satisfies TableName[];

const fields: Record<string, readonly Column<unknown>[]> = { ...events.fields, ...events.changed };

/** Changes of the same fields are one statement, which reads the IDs of the table once. */
export async function changeEvents(
  connection: DuckDBConnection,
  spanFiles: SpanFiles,
  changes: readonly EventChange[],
): Promise<void> {
  for (let start = 0; start < changes.length;) {
    const kind = kindOf(changes[start]!);
    const past = changes.findIndex((change, index) => index > start && kindOf(change) !== kind);
    const end = past < 0 ? changes.length : past;
    const sameChanges = changes.slice(start, end);
    for (const change of sameChanges) {
      if (isRehash(change)) await rehash(connection, change);
      if ('delete' in change) await deleteRows(connection, spanFiles, change);
      if (isRemoval(change)) {
        await remove(connection, spanFiles, change);
        failPoint('removal:before-commit');
      }
    }
    await applySame(connection, sameChanges.filter(isPlain));
    start = end;
  }
}

type RehashChange = Extract<EventChange, { regroup: Rehash } | { undoRegroup: Rehash }>;
type Deletion = Extract<EventChange, { delete: unknown }>;
type PlainChange = Exclude<EventChange, RehashChange | Deletion | Removal>;

function isRehash(change: EventChange): change is RehashChange {
  return 'regroup' in change || 'undoRegroup' in change;
}

function isPlain(change: EventChange): change is PlainChange {
  return !isRehash(change) && !('delete' in change) && !isRemoval(change);
}

/** One statement each, because a change may affect a hash that the one before has set. */
async function rehash(connection: DuckDBConnection, change: RehashChange): Promise<void> {
  const isForth = 'regroup' in change;
  const { from, to } = isForth ? change.regroup : change.undoRegroup;
  const set = isForth ? 'hash = $to, original_hash = $from' : "hash = $from, original_hash = ''";
  const which = isForth ? 'hash = $from and mapped_hash = $to' : 'hash = $to and original_hash = $from';
  const these = `project_id = $projectId and ${which}`;
  const values = { projectId: BigInt(change.projectId), from: from.toWellFormed(), to: to.toWellFormed() };
  const types = { projectId: BIGINT, from: VARCHAR, to: VARCHAR };
  for (const table of countedTables) {
    await recordThese(connection, table, these, values, types);
    await connection.run(
      `update ${table} set issue_id = $issueId, ${set} where ${these}`,
      { ...values, issueId: BigInt(change.set.issueId) },
      { ...types, issueId: BIGINT },
    );
  }
}

async function deleteRows(
  connection: DuckDBConnection,
  spanFiles: SpanFiles,
  { projectId, delete: what }: Deletion,
): Promise<void> {
  const deleteOf = (
    table: TableName,
    condition: string,
    values: Record<string, DuckDBValue> = {},
    types: Record<string, DuckDBType> = {},
  ) =>
    deleteRecorded(
      connection,
      table,
      `project_id = $projectId${condition}`,
      { ...values, projectId: BigInt(projectId) },
      { ...types, projectId: BIGINT },
    );
  if (what === 'all') {
    for (const table of tableNames) await deleteOf(table, '');
    spanFiles.removed();
    return;
  }
  if (typeof what === 'object' && 'userKeys' in what) return deleteEndUser(connection, spanFiles, projectId, what);
  if (typeof what === 'object') {
    return deleteOf(
      'attachments',
      ' and event_id = $eventId::uuid and blob_key = $blobKey and filename = $filename',
      { ...what, filename: what.filename.toWellFormed() },
      { eventId: VARCHAR, blobKey: VARCHAR, filename: VARCHAR },
    );
  }
  const issue = [{ issueId: BigInt(what) }, { issueId: BIGINT }] as const;
  // By the event's ID alone, so that an event that was stored twice loses its attachments too.
  const ofIssue = ' and issue_id = $issueId';
  const ofEvents = ` and event_id in (select event_id from events where project_id = $projectId${ofIssue})`;
  await deleteOf('attachments', ofEvents, ...issue);
  await deleteOf('events', ofEvents, ...issue);
  await deleteOf('thinned', ofIssue, ...issue);
  await deleteOf('counts', ofIssue, ...issue);
}

function kindOf(change: EventChange): string {
  if (isRehash(change)) return 'rehash';
  if ('delete' in change) return 'delete';
  if (isRemoval(change)) return 'removal';
  return ['eventId' in change ? 'event' : 'hash', ...namesOf(change)].join(' ');
}

function namesOf({ set }: PlainChange): SettableField[] {
  const given: Changeable = set;
  return Object.keys(fields).filter((name): name is SettableField => given[name as SettableField] !== undefined);
}

async function applySame(connection: DuckDBConnection, sameChanges: readonly PlainChange[]): Promise<void> {
  const set = sameChanges[0]
    ? namesOf(sameChanges[0]).flatMap((field) => fields[field]!.map((column) => ({ field, column })))
    : [];
  if (set.length === 0) return;
  // The last change of an event, or of a hash, wins.
  const latest = [...new Map(sameChanges.map((change) => [`${change.projectId} ${keyOf(change)}`, change])).values()];
  const [key, type] = 'eventId' in latest[0]! ? ['event_id', 'uuid'] : ['hash', 'varchar'];
  const keys = { projectIds: listOf(latest, (change) => BigInt(change.projectId)), keys: listOf(latest, keyOf) };
  const keyTypes = { projectIds: LIST(BIGINT), keys: LIST(VARCHAR) };
  const keyColumns = `unnest($projectIds) as project_id, unnest($keys)::${type} as key`;
  const values: Record<string, DuckDBValue> = { ...keys };
  const types: Record<string, DuckDBType> = { ...keyTypes };
  for (const { field, column } of set) {
    values[column.name] = listOf(latest, ({ set: given }: { set: Changeable }) => storedValue(column, given[field]));
    types[column.name] = LIST(storedType(column));
  }
  // A hash moves all events that have it; fields of single events belong to their content.
  for (const table of key === 'hash' ? countedTables : ['events']) {
    const these = `${table}.project_id = changed.project_id and ${table}.${key} = changed.key`;
    await recordThese(connection, `${table}, (select ${keyColumns}) as changed`, these, keys, keyTypes);
    await connection.run(
      `update ${table} set ${set.map(({ column: { name } }) => `${name} = changed.${name}`).join(', ')}
       from (
         select ${keyColumns},
           ${set.map(({ column: { name } }) => `unnest($${name}) as ${name}`).join(', ')}
       ) as changed
       where ${these}`,
      values,
      types,
    );
  }
}

function keyOf(change: PlainChange): string {
  return 'eventId' in change ? change.eventId : change.hash.toWellFormed();
}

function listOf(changes: readonly PlainChange[], valueOf: (change: PlainChange) => DuckDBValue): DuckDBListValue {
  return new DuckDBListValue(changes.map(valueOf));
}
