import {
  BIGINT,
  BLOB,
  INTEGER,
  DuckDBBlobValue,
  DuckDBListValue,
  LIST,
  VARCHAR,
  type DuckDBConnection,
  type DuckDBType,
  type DuckDBValue,
} from '@duckdb/node-api';
import type { EventChange, Rehash } from '../../contract.ts';
import { faultText, unmappedFrames } from './map-coverage.ts';
import { batchTables } from './schema.ts';

type Changeable = Extract<EventChange, { eventId: unknown }>['set'];
type Name = keyof Changeable;

interface Column {
  column: string;
  type: DuckDBType;
  /** Asked only of changes that set it. */
  value(set: Changeable): DuckDBValue;
}

const columns: Record<Name, readonly Column[]> = {
  issueId: [{ column: 'issue_id', type: BIGINT, value: ({ issueId }) => BigInt(issueId!) }],
  hash: [{ column: 'hash', type: VARCHAR, value: ({ hash }) => hash! }],
  mappedHash: [{ column: 'mapped_hash', type: VARCHAR, value: ({ mappedHash }) => mappedHash! }],
  title: [{ column: 'title', type: VARCHAR, value: ({ title }) => title! }],
  culprit: [{ column: 'culprit', type: VARCHAR, value: ({ culprit }) => culprit! }],
  maps: [
    { column: 'frames_mapped', type: INTEGER, value: ({ maps }) => maps!.mapped },
    { column: 'frames_unmapped', type: INTEGER, value: ({ maps }) => unmappedFrames(maps!) },
    { column: 'map_faults', type: VARCHAR, value: ({ maps }) => faultText(maps!) },
    { column: 'debug_ids_wanted', type: VARCHAR, value: ({ maps }) => maps!.wanted.join(' ') },
  ],
  body: [{ column: 'body', type: BLOB, value: ({ body }) => new DuckDBBlobValue(body!) }],
};
const names = Object.keys(columns) as Name[];

/** Changes that say the same kinds of things go as one statement, which reads the ids of the table once. */
export async function changeEvents(connection: DuckDBConnection, changes: readonly EventChange[]): Promise<void> {
  for (let start = 0; start < changes.length;) {
    const kind = kindOf(changes[start]!);
    const past = changes.findIndex((change, index) => index > start && kindOf(change) !== kind);
    const end = past < 0 ? changes.length : past;
    const alike = changes.slice(start, end);
    for (const change of alike) {
      if (isRehash(change)) await rehash(connection, change);
      if ('forget' in change) await forget(connection, change);
    }
    await changeAlike(connection, alike.filter(isPlain));
    start = end;
  }
}

type RehashChange = Extract<EventChange, { follow: Rehash } | { unfollow: Rehash }>;
type Forgetting = Extract<EventChange, { forget: unknown }>;
type PlainChange = Exclude<EventChange, RehashChange | Forgetting>;

function isRehash(change: EventChange): change is RehashChange {
  return 'follow' in change || 'unfollow' in change;
}

function isPlain(change: EventChange): change is PlainChange {
  return !isRehash(change) && !('forget' in change);
}

/** Said of few hashes, and each may be what the one before has made: a statement of its own. */
async function rehash(connection: DuckDBConnection, change: RehashChange): Promise<void> {
  const isForth = 'follow' in change;
  const { from, to } = isForth ? change.follow : change.unfollow;
  const set = isForth ? 'hash = $to, sent_hash = $from' : "hash = $from, sent_hash = ''";
  const which = isForth ? 'hash = $from and mapped_hash = $to' : 'hash = $to and sent_hash = $from';
  await connection.run(
    `update events set issue_id = $issueId, ${set} where project_id = $projectId and ${which}`,
    {
      issueId: BigInt(change.set.issueId),
      projectId: BigInt(change.projectId),
      from: from.toWellFormed(),
      to: to.toWellFormed(),
    },
    { issueId: BIGINT, projectId: BIGINT, from: VARCHAR, to: VARCHAR },
  );
}

async function forget(connection: DuckDBConnection, { projectId, forget: what }: Forgetting): Promise<void> {
  const project = { projectId: BigInt(projectId) };
  if (what === 'all') {
    for (const table of batchTables) {
      await connection.run(`delete from ${table} where project_id = $projectId`, project, { projectId: BIGINT });
    }
    return;
  }
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
  // By the event's id alone: what is left of an event that came twice keeps nothing either.
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
}

function kindOf(change: EventChange): string {
  if (isRehash(change)) return 'rehash';
  if ('forget' in change) return 'forget';
  return ['eventId' in change ? 'event' : 'hash', ...namesOf(change)].join(' ');
}

function namesOf({ set }: PlainChange): Name[] {
  const given: Changeable = set;
  return names.filter((name) => given[name] !== undefined);
}

async function changeAlike(connection: DuckDBConnection, alike: readonly PlainChange[]): Promise<void> {
  const set = alike[0] ? namesOf(alike[0]).flatMap((name) => columns[name]) : [];
  if (set.length === 0) return;
  // The last word about an event, or a hash, is the one that holds.
  const latest = [...new Map(alike.map((change) => [`${change.projectId} ${keyOf(change)}`, change])).values()];
  const [key, type] = 'eventId' in latest[0]! ? ['event_id', 'uuid'] : ['hash', 'varchar'];
  const values: Record<string, DuckDBValue> = {
    projectIds: listOf(latest, (change) => BigInt(change.projectId)),
    keys: listOf(latest, keyOf),
  };
  const types: Record<string, DuckDBType> = { projectIds: LIST(BIGINT), keys: LIST(VARCHAR) };
  for (const { column, type: typeOf, value } of set) {
    values[column] = listOf(latest, (change) => value(change.set));
    types[column] = LIST(typeOf);
  }
  await connection.run(
    `update events set ${set.map(({ column }) => `${column} = changed.${column}`).join(', ')}
     from (
       select unnest($projectIds) as project_id, unnest($keys)::${type} as key,
         ${set.map(({ column }) => `unnest($${column}) as ${column}`).join(', ')}
     ) as changed
     where events.project_id = changed.project_id and events.${key} = changed.key`,
    values,
    types,
  );
}

function keyOf(change: PlainChange): string {
  return 'eventId' in change ? change.eventId : change.hash.toWellFormed();
}

function listOf(changes: readonly PlainChange[], valueOf: (change: PlainChange) => DuckDBValue): DuckDBListValue {
  return new DuckDBListValue(changes.map(valueOf));
}
