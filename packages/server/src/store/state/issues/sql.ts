import { sql, type Kysely } from 'kysely';
import type { ProjectId } from '@seismo/protocol';
import type { StateEngine } from '../engine.ts';
import type { Schema } from '../schema.ts';
import { ensureIssues } from './batch.sql.ts';
import { conditionSql } from './condition.sql.ts';
import type { Issue, IssueListing, IssueReads, IssueWrites } from './contract.ts';
import { readShortId } from './short-id.ts';

const issueColumns = [
  'id',
  'organization_id as organizationId',
  'project_id as projectId',
  'short_id as shortId',
  'status',
  'level',
  'type',
  'value',
  'culprit',
  'platform',
  'handled',
  'event_count as eventCount',
  'user_count as userCount',
  'first_seen_at_ms as firstSeenAtMs',
  'last_seen_at_ms as lastSeenAtMs',
  'first_release as firstRelease',
  'last_release as lastRelease',
  'regressed_at_ms as regressedAtMs',
] as const;

const sortColumns = {
  'last-seen': ['last_seen_at_ms', 'lastSeenAtMs'],
  'first-seen': ['first_seen_at_ms', 'firstSeenAtMs'],
  events: ['event_count', 'eventCount'],
  users: ['user_count', 'userCount'],
} as const satisfies Record<IssueListing['sort'], [keyof Schema['issue'], keyof Issue]>;

export function issueReads(db: Kysely<Schema>, engine: StateEngine): IssueReads {
  return {
    async issueById(id) {
      const issue = await db.selectFrom('issue').select(issueColumns).where('id', '=', id).executeTakeFirst();
      return issue ? issueOf(issue) : null;
    },
    async issueByShortId(organizationId, shortId) {
      const issue = await db
        .selectFrom('issue')
        .select(issueColumns)
        .where('organization_id', '=', organizationId)
        .where('short_id', '=', readShortId(shortId))
        .executeTakeFirst();
      return issue ? issueOf(issue) : null;
    },
    async issuesByIds(ids) {
      const issues = db
        .selectFrom('issue')
        .select(issueColumns)
        .where('id', 'in', engine.list(ids, 'bigint') as never)
        .orderBy('id');
      return (await issues.execute()).map(issueOf);
    },
    async listIssues(listing) {
      const [column, name] = sortColumns[listing.sort];
      // Project by project: within one, an index gives the order, and the first page is read without sorting the rest.
      const [first, ...others] = inSomeGroups(listing.projectIds).map((projectIds) => {
        let page = matching(db, engine, { ...listing, projectIds })
          .select(issueColumns)
          .orderBy(column, 'desc')
          .orderBy('id', 'desc')
          .limit(listing.count);
        if (listing.after) {
          page = page.where(sql<boolean>`(${sql.ref(column)}, id) < (${listing.after.value}, ${listing.after.id})`);
        }
        return db.selectFrom(page.as('page')).selectAll();
      });
      if (!first) return [];
      const pages = others.reduce((all, page) => all.unionAll(page), first);
      const page = pages.orderBy(name, 'desc').orderBy('id', 'desc').limit(listing.count);
      return (await page.execute()).map(issueOf);
    },
    async countIssues(listing) {
      const { issues } = await matching(db, engine, listing)
        .select((on) => on.fn.countAll<number>().as('issues'))
        .executeTakeFirstOrThrow();
      return Number(issues);
    },
    async issueIdsWhere(listing) {
      const issues = matching(db, engine, { ...listing, ids: null })
        .select('id')
        .orderBy('id');
      return (await issues.execute()).map(({ id }) => id);
    },
    activityOf(issueId) {
      return db
        .selectFrom('activity')
        .select(['id', 'issue_id as issueId', 'person_id as userId', 'kind', 'at_ms as atMs'])
        .where('issue_id', '=', issueId)
        .orderBy('id', 'desc')
        .execute();
    },
    async issuesByHash(projectId, hashes) {
      const known = await db
        .selectFrom('issue_fingerprint')
        .select(['hash', 'issue_id as issueId'])
        .where('project_id', '=', projectId)
        .where('hash', 'in', engine.list(hashes, 'text') as never)
        .execute();
      return new Map(known.map(({ hash, issueId }) => [hash, issueId]));
    },
  };
}

export function issueWrites(db: Kysely<Schema>, engine: StateEngine): IssueWrites {
  return {
    ensureIssues: (seeds) => ensureIssues(db, engine, seeds),
    async setIssueStatus(ids, status) {
      const issues = db.updateTable('issue').set({ status });
      await issues.where('id', 'in', engine.list(ids, 'bigint') as never).execute();
    },
    async addActivity({ issueId, userId, kind, atMs }) {
      await db.insertInto('activity').values({ issue_id: issueId, person_id: userId, kind, at_ms: atMs }).execute();
    },
  };
}

function matching(db: Kysely<Schema>, engine: StateEngine, listing: Omit<IssueListing, 'after' | 'count' | 'sort'>) {
  let issues = db
    .selectFrom('issue')
    // Word for word the condition of the lists' indexes.
    .where(sql<boolean>`event_count <> 0`)
    .where('project_id', 'in', listing.projectIds);
  if (listing.ids) issues = issues.where('id', 'in', engine.list(listing.ids, 'bigint') as never);
  // Each by itself, so that what an index holds is looked at there.
  const { where } = listing;
  const parts = where === null ? [] : 'all' in where ? where.all : [where];
  for (const part of parts) issues = issues.where(conditionSql(part, engine));
  return issues;
}

/** One project a group, unless there are so many that the query's text would be a burden itself. */
function inSomeGroups(projectIds: ProjectId[]): ProjectId[][] {
  return projectIds.length <= 50 ? projectIds.map((id) => [id]) : [projectIds];
}

function issueOf(row: Omit<Issue, 'handled'> & { handled: number | null }): Issue {
  return { ...row, handled: row.handled === null ? null : row.handled === 1 };
}
