import { DatabaseError, type Pool } from 'pg';

const VERSION_MIN = 15;

/** The required settings of a PostgreSQL server. Yes and no are `true` and `false`. */
export interface ServerFacts {
  /** The setting `server_version_num`: 150004 is 15.4. */
  version: number;
  encoding: string;
  synchronousCommit: string;
  isStandby: boolean;
  isReadOnly: boolean;
  userName: string;
  /** `null`: `search_path` names no schema that exists. */
  schema: string | null;
  mayCreate: boolean;
}

export async function requireUsable(pool: Pool): Promise<void> {
  const { rows } = await pool.query<ServerFacts>(
    `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding,
      current_setting('synchronous_commit') as "synchronousCommit", pg_is_in_recovery() as "isStandby",
      current_setting('transaction_read_only')::bool as "isReadOnly", current_user as "userName",
      current_schema() as schema, coalesce(has_schema_privilege(current_schema(), 'create'), false) as "mayCreate"`,
  );
  const reason = whyUnusable(rows[0]!);
  if (reason !== null) throw new Error(reason);
}

export function whyUnusable(facts: ServerFacts): string | null {
  const { version, encoding, synchronousCommit, isStandby, isReadOnly, userName, schema, mayCreate } = facts;
  if (version < VERSION_MIN * 10_000) {
    const [major, minor] = [Math.floor(version / 10_000), version % 10_000];
    return `it is PostgreSQL ${major}.${minor}, and Seismo needs PostgreSQL ${VERSION_MIN} or newer`;
  }
  if (encoding !== 'UTF8') return `its encoding is ${encoding}. Create a database with "createdb --encoding=UTF8"`;
  if (isStandby) return 'it is a standby, which cannot be written. Name the primary in SEISMO_STATE_URL';
  if (isReadOnly) {
    return 'its transactions are read-only. Set default_transaction_read_only to off for this user and database';
  }
  if (synchronousCommit === 'off') {
    return 'synchronous_commit is off, so a crash of PostgreSQL would lose writes that Seismo counts as stored. Set it to on for the server, this database and this user';
  }
  if (schema === null) {
    return 'the search path of this user names no schema that exists. Create the schema, or name another one with "options=-c%20search_path%3D<schema>" in SEISMO_STATE_URL';
  }
  if (!mayCreate) {
    return `the user ${userName} may not create tables in the schema ${schema}. Run "grant create, usage on schema ${schema} to ${userName}", or make the user the owner of the database`;
  }
  return null;
}

/** The remedy for a failed connection; `null` if the reason is enough. */
export function adviceFor(error: unknown): string | null {
  const { code = '', message } = error as Error & { code?: string };
  if (error instanceof DatabaseError) return advice[code] ?? null;
  if (/^(ECONN|EHOST|ENET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT)/.test(code) || /timeout|terminated/.test(message)) {
    return 'Check the host and port in SEISMO_STATE_URL, and that PostgreSQL runs there and accepts connections from this host';
  }
  if (/not support SSL/.test(message)) {
    return 'Set up TLS on PostgreSQL, or connect with sslmode=disable over a network that you trust';
  }
  if (/CERT|SIGNATURE|ISSUER/.test(code)) {
    return 'Name the file of the certificate authority that signed it with sslrootcert in SEISMO_STATE_URL, and connect by a host name that the certificate contains';
  }
  if (code === 'ENOENT') return 'Name files that exist with sslrootcert, sslcert and sslkey in SEISMO_STATE_URL';
  return null;
}

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const advice: Record<string, string> = {
  '28P01': 'Correct the user and password in SEISMO_STATE_URL',
  '28000': 'Allow this user and host in pg_hba.conf, or correct the user in SEISMO_STATE_URL',
  '3D000': 'Create it with "createdb --encoding=UTF8", or correct the database in SEISMO_STATE_URL',
  '42501': 'Connect as the user that owns the tables, or make this user their owner',
  '53300': 'Raise max_connections in PostgreSQL: a Seismo server uses up to 22 connections',
};
