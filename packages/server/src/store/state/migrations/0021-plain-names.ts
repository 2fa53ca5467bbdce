import type { Kysely } from 'kysely';

const userIdTables = [
  'activity',
  'api_token',
  'audit_entry',
  'authenticator',
  'ceremony',
  'configuration',
  'identity',
  'issue_bookmark',
  'issue_seen',
  'issue_share',
  'membership',
  'passkey',
  'preference',
  'recovery_code',
  'regroup',
  'saved_search',
  'session',
  'sign_in_link',
  'team_member',
  'undo',
];

const columns: [table: string, from: string, to: string][] = [
  ...userIdTables.map((table): [string, string, string] => [table, 'person_id', 'user_id']),
  ['issue', 'assignee_person_id', 'assignee_user_id'],
  ['issue', 'turns_at_ms', 'due_at_ms'],
  ['feedback', 'status_person_id', 'status_user_id'],
  ['audit_entry', 'deed', 'action'],
  ['regroup', 'deed', 'operation'],
  ['reprocess_task', 'asked_at_ms', 'requested_at_ms'],
  ['reprocess_task', 'mended', 'mapped'],
];

/** Renames tables and columns; their contents stay. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('person').renameTo('account_user').execute();
  await db.schema.alterTable('repair').renameTo('reprocess_task').execute();
  for (const [table, from, to] of columns) await db.schema.alterTable(table).renameColumn(from, to).execute();
}
