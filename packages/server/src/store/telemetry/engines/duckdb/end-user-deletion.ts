import type { DuckDBConnection } from '@duckdb/node-api';
import type { ProjectId } from '@seismo/protocol';
import type { EndUserRows, EventChange } from '../../contract.ts';
import { tableNames, tables } from '../../tables/index.ts';
import type { Column, Table } from '../../tables/table.ts';
import { hourOf } from './removals.ts';
import { deleteRecorded, recordThese } from './segments.ts';
import { identifier, text } from './span-files/relation.ts';
import type { SpanFiles } from './span-files/span-files.ts';
import { hasUserKeyDuckdb, namesUserDuckdb, userAttributeNames } from './user-keys.ts';
import { bindings } from './values.ts';

export function isEndUserDeletion(change: EventChange): boolean {
  return 'delete' in change && typeof change.delete === 'object' && 'userKeys' in change.delete;
}

/** Deletes or clears the rows of every table as the table declares it. Deleted events are counted by the hour. */
export async function deleteEndUser(
  connection: DuckDBConnection,
  spanFiles: SpanFiles,
  projectId: ProjectId,
  { eventIds, userKeys }: EndUserRows,
): Promise<void> {
  const ids = bindings({ projectId, eventIds });
  await connection.run(
    `insert into counts by name
     select
       max(sequence) as sequence, organization_id, project_id, issue_id, ${hourOf('at_ms')} as at_ms, level, environment,
       release, hash, mapped_hash, original_hash, count(*) as quantity
     from events
     where ${ofEvents}
     group by all`,
    ids.values,
    ids.types,
  );
  for (const name of tableNames) {
    const { endUser, fields }: Table = tables[name];
    if (!('by' in endUser)) continue;
    if (endUser.by === 'event') {
      await deleteRecorded(connection, name, ofEvents, ids.values, ids.types);
      continue;
    }
    if (endUser.by === 'attributes') {
      const { values, types } = bindings({ projectId, ...userKeys.events });
      await spanFiles.remove(connection, {
        files: ofProject,
        spans: namesUserDuckdb(identifier),
        attributes: userAttributeNames,
        values,
        types,
      });
      const inTable = namesUserDuckdb((attribute) => `json_extract_string(attributes, ${text(`/${attribute}`)})`);
      await deleteRecorded(connection, name, `${ofProject} and ${inTable}`, values, types);
      continue;
    }
    const keys = bindings({ projectId, ...userKeys[endUser.of] });
    const these = ofKeys(name, fields);
    await recordThese(connection, name, these, keys.values, keys.types);
    await connection.run(`update ${name} set ${cleared(fields)} where ${these}`, keys.values, keys.types);
  }
}

const ofEvents = 'project_id = $projectId and event_id in (select unnest($eventIds::varchar[])::uuid)';

const ofProject = 'project_id = $projectId';

/** The rows with one of the keys, and other states of the same sessions. */
function ofKeys(name: string, fields: Table['fields']): string {
  const ofSessions = `session_id in (
    select session_id from ${name} where project_id = $projectId and session_id <> '' and ${hasUserKeyDuckdb}
  )`;
  const these = 'sessionId' in fields ? `(${hasUserKeyDuckdb} or ${ofSessions})` : hasUserKeyDuckdb;
  return `project_id = $projectId and user_key <> '' and ${these}`;
}

/** Unsets the user. */
function cleared(fields: Table['fields']): string {
  const columns = fields['userKey']! as readonly Column<string>[];
  return columns.map(({ name, store }) => `${name} = ${typeof store('') === 'string' ? `''` : '0'}`).join(', ');
}
