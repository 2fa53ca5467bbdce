import { sql, type Kysely } from 'kysely';
import { failPoint } from '#platform/fail-point.ts';
import type { MigrationOptions } from '#platform/migration-copy.ts';
import { OlderSchema } from '#platform/open-failure.ts';
import type { StateEngine } from '../engine.ts';
import type { Db } from '../schema.ts';
import * as beginning from './0001-beginning.ts';
import * as artifacts from './0002-artifacts.ts';
import * as configuration from './0003-configuration.ts';
import * as issueLife from './0004-issue-life.ts';
import * as search from './0005-search.ts';
import * as grouping from './0006-grouping.ts';
import * as repairs from './0007-repairs.ts';
import * as releases from './0008-releases.ts';
import * as digests from './0009-digests.ts';
import * as accounts from './0010-accounts.ts';
import * as feedback from './0011-feedback.ts';
import * as shares from './0012-shares.ts';
import * as preferences from './0013-preferences.ts';
import * as sealedSecrets from './0014-sealed-secrets.ts';
import * as sessionOrigin from './0015-session-origin.ts';
import * as usage from './0016-usage.ts';
import * as identitiesOfOrganizations from './0017-identities-of-organizations.ts';
import * as releaseOrder from './0018-release-order.ts';
import * as projectTeams from './0019-project-teams.ts';
import * as outbox from './0020-outbox.ts';
import * as plainNames from './0021-plain-names.ts';
import * as lease from './0022-lease.ts';
import * as lanes from './0023-lanes.ts';
import * as firstSeen from './0024-first-seen.ts';
import * as columnNames from './0025-column-names.ts';
import * as plainValues from './0026-plain-values.ts';
import * as endUserDeletions from './0027-end-user-deletions.ts';
import * as savedSearchLists from './0028-saved-search-lists.ts';
import * as alerts from './0029-alerts.ts';
import * as channels from './0030-channels.ts';
import * as alertConditions from './0031-alert-conditions.ts';
import * as acknowledgeAlerts from './0032-acknowledge-alerts.ts';
import * as notifications from './0033-notifications.ts';
import * as releaseSummaries from './0034-release-summaries.ts';
import * as browsers from './0035-browsers.ts';
import * as slack from './0036-slack.ts';
import * as spans from './0037-spans.ts';

/** In order, forwards only. Never edit a released migration; fix its mistakes in a new one. */
export const migrations = [
  beginning,
  artifacts,
  configuration,
  issueLife,
  search,
  grouping,
  repairs,
  releases,
  digests,
  accounts,
  feedback,
  shares,
  preferences,
  sealedSecrets,
  sessionOrigin,
  usage,
  identitiesOfOrganizations,
  releaseOrder,
  projectTeams,
  outbox,
  plainNames,
  lease,
  lanes,
  firstSeen,
  columnNames,
  plainValues,
  endUserDeletions,
  savedSearchLists,
  alerts,
  channels,
  alertConditions,
  acknowledgeAlerts,
  notifications,
  releaseSummaries,
  browsers,
  slack,
  spans,
];

/** Older stores have secrets in clear, which a copy would keep. */
const COPIED_FROM_VERSION = migrations.indexOf(sealedSecrets) + 1;

export interface StateMigrationOptions extends MigrationOptions {
  /** The schema version to stop at, for a copy of an older store. */
  schemaVersion?: number | undefined;
}

export interface Migration extends StateMigrationOptions {
  /** Copies an older store before it is changed, in the same transaction. */
  copy(tx: Db, version: number): Promise<void> | void;
}

/**
 * Brings the store to the newest schema, in one transaction that holds the write lock: of two processes that open an old
 * store at once, the second finds it done. Gives whether an older store was changed.
 */
export async function migrate(
  db: Db,
  engine: StateEngine,
  { schemaVersion = migrations.length, withoutCopy = false, copy }: Migration,
): Promise<boolean> {
  const isChanged = await db
    .withoutPlugins()
    .transaction()
    .execute(async (tx) => {
      await sql`create table if not exists schema_version ("only" integer primary key, version integer not null)`.execute(
        tx,
      );
      const version = await versionOf(tx, schemaVersion);
      const isOlder = version > 0 && version < schemaVersion;
      if (isOlder && version >= COPIED_FROM_VERSION && !withoutCopy) await copy(tx, version);
      // A frozen migration must not depend on what the newest schema looks like.
      const untyped = tx as unknown as Kysely<unknown>;
      for (const migration of migrations.slice(version, schemaVersion)) await migration.up(untyped, engine);
      await sql`insert into schema_version ("only", version) values (1, ${schemaVersion})
      on conflict ("only") do update set version = excluded.version`.execute(tx);
      if (isOlder) failPoint('migration:state:before-commit');
      return isOlder;
    });
  if (isChanged) failPoint('migration:state:done');
  return isChanged;
}

async function versionOf(db: Db, newest: number): Promise<number> {
  const { rows } = await sql<{ version: number }>`select version from schema_version`.execute(db);
  const version = rows[0]?.version ?? 0;
  if (version <= newest) return version;
  throw new Error(`it was written by a newer Seismo (schema ${version}, this one knows ${newest})`);
}

export async function requireNewest(db: Db): Promise<void> {
  const version = await versionOf(db, migrations.length).catch((error: Error) => {
    // An empty database has no such table, in the words of either engine.
    if (/schema_version/.test(error.message)) return 0;
    throw error;
  });
  if (version < migrations.length) throw new OlderSchema(version, migrations.length);
}
