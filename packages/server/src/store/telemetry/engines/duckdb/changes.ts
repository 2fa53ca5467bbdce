import {
  BIGINT,
  DuckDBListValue,
  LIST,
  VARCHAR,
  type DuckDBConnection,
  type DuckDBType,
  type DuckDBValue,
} from '@duckdb/node-api';
import type { EventChange, Rehash, Removal, SettableField } from '../../contract.ts';
import { events } from '../../tables/events.ts';
import { tableNames, type TableName } from '../../tables/index.ts';
import type { Column } from '../../tables/table.ts';
import { deleteEndUser } from './end-user-deletion.ts';
import { isRemoval, remove } from './removals.ts';
import { storedType, storedValue } from './values.ts';

type Changeable = Extract<EventChange, { eventId: unknown }>['set'];

/** All tables with events of issues. */
const countedTables = ['events', 'thinned', 'counts'] satisfies TableName[];

const fields: Record<string, readonly Column<unknown>[]> = { ...events.fields, ...events.changed };

/** Changes of the same fields are one statement, which reads the IDs of the table once. */
export async function changeEvents(connection: DuckDBConnection, changes: readonly EventChange[]): Promise<void> {
  for (let start = 0; start < changes.length;) {
    const kind = kindOf(changes[start]!);
    const past = changes.findIndex((change, index) => index > start && kindOf(change) !== kind);
    const end = past < 0 ? changes.length : past;
    const sameChanges = changes.slice(start, end);
    for (const change of sameChanges) {
      if (isRehash(change)) await rehash(connection, change);
      if ('delete' in change) await deleteRows(connection, change);
      if (isRemoval(change)) await remove(connection, change);
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
  for (const table of countedTables) {
    await connection.run(
      `update ${table} set issue_id = $issueId, ${set} where project_id = $projectId and ${which}`,
      {
        issueId: BigInt(change.set.issueId),
        projectId: BigInt(change.projectId),
        from: from.toWellFormed(),
        to: to.toWellFormed(),
      },
      { issueId: BIGINT, projectId: BIGINT, from: VARCHAR, to: VARCHAR },
    );
  }
}

async function deleteRows(connection: DuckDBConnection, { projectId, delete: what }: Deletion): Promise<void> {
  const project = { projectId: BigInt(projectId) };
  if (what === 'all') {
    for (const table of tableNames) {
      await connection.run(`delete from ${table} where project_id = $projectId`, project, { projectId: BIGINT });
    }
    return;
  }
  if (typeof what === 'object' && 'userKeys' in what) return deleteEndUser(connection, projectId, what);
  if (typeof what === 'object') {
    await connection.run(
      `delete from attachments where project_id = $projectId and event_id = $eventId::uuid
       and blob_key = $blobKey and filename = $filename`,
      { ...project, ...what, filename: what.filename.toWellFormed() },
      { projectId: BIGINT, eventId: VARCHAR, blobKey: VARCHAR, filename: VARCHAR },
    );
    return;
  }
  const values = { ...project, issueId: BigInt(what) };
  const types = { projectId: BIGINT, issueId: BIGINT };
  const ofIssue = 'project_id = $projectId and issue_id = $issueId';
  // By the event's ID alone, so that an event that was stored twice loses its attachments too.
  await connection.run(
    `delete from attachments
     where project_id = $projectId and event_id in (select event_id from events where ${ofIssue})`,
    values,
    types,
  );
  await connection.run(
    `delete from events where project_id = $projectId and event_id in (select event_id from events where ${ofIssue})`,
    values,
    types,
  );
  await connection.run(`delete from thinned where ${ofIssue}`, values, types);
  await connection.run(`delete from counts where ${ofIssue}`, values, types);
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
  const values: Record<string, DuckDBValue> = {
    projectIds: listOf(latest, (change) => BigInt(change.projectId)),
    keys: listOf(latest, keyOf),
  };
  const types: Record<string, DuckDBType> = { projectIds: LIST(BIGINT), keys: LIST(VARCHAR) };
  for (const { field, column } of set) {
    values[column.name] = listOf(latest, ({ set: given }: { set: Changeable }) => storedValue(column, given[field]));
    types[column.name] = LIST(storedType(column));
  }
  // A hash moves all events that have it; fields of single events belong to their content.
  for (const table of key === 'hash' ? countedTables : ['events']) {
    await connection.run(
      `update ${table} set ${set.map(({ column: { name } }) => `${name} = changed.${name}`).join(', ')}
       from (
         select unnest($projectIds) as project_id, unnest($keys)::${type} as key,
           ${set.map(({ column: { name } }) => `unnest($${name}) as ${name}`).join(', ')}
       ) as changed
       where ${table}.project_id = changed.project_id and ${table}.${key} = changed.key`,
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
