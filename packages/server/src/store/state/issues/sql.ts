import { sql, type Compilable, type CompiledQuery, type ExpressionBuilder, type NotNull } from 'kysely';
import { limits, type IssueId, type ProjectId } from '@seismo/protocol';
import { shareRead } from '#platform/page-scope.ts';
import type { StateEngine } from '../engine.ts';
import { storableText } from '../storable-text.ts';
import type { Publish } from '../outbox/sql.ts';
import type { Db, Schema } from '../schema.ts';
import { insertActivities } from './activities.sql.ts';
import { ensureIssues, issuesByHash } from './batch.sql.ts';
import { comparisonsOf, type IssueCondition } from '#domain/search/issue-condition.ts';
import { conditionSql } from './condition.sql.ts';
import type {
  Issue,
  IssueListing,
  IssueReads,
  IssueSearch,
  IssueSearches,
  IssueWrites,
  IssueUserFlags,
} from './contract.ts';
import { hourOf, rateOf, RATE_HOURS } from '#domain/issue-status/escalation.ts';
import { stateAfterTime, awaits } from '#domain/issue-status/issue-status.ts';
import { dayCountsOf } from './rates.sql.ts';
import { activityOf, assigneeColumns, assigneeOf, issueStateColumns, type AssigneeRow } from './rows.ts';
import { readShortId } from './short-id.ts';

const issueColumns = [
  'id',
  'organizationId',
  'projectId',
  'shortId',
  'status',
  'substate',
  'statusAtMs',
  'resolution',
  'archive',
  'regressedAtMs',
  'assigneeUserId',
  'assigneeTeamId',
  'priority',
  'level',
  'type',
  'value',
  'culprit',
  'platform',
  'handled',
  'eventCount',
  'userCount',
  'firstSeenAtMs',
  'lastSeenAtMs',
  'firstRelease',
  'lastRelease',
] as const;

const sortColumns = {
  'last-seen': 'lastSeenAtMs',
  'first-seen': 'firstSeenAtMs',
  events: 'eventCount',
  users: 'userCount',
} as const satisfies Record<IssueListing['sort'], keyof Issue>;

export function issueReads(db: Db, engine: StateEngine): IssueReads & IssueSearches {
  let byShortId: CompiledQuery<Row> | undefined;

  /** Fast reads run here; see `StateSearches`. */
  const rowsOf = async <Found>(query: Compilable<Found>, search: IssueSearch): Promise<Found[]> => {
    if (await isLittle(search)) return (await db.executeQuery(query)).rows;
    return engine.search(query, search.requestedBy);
  };

  const isLittle = async ({ projectIds, ids, where }: IssueSearch): Promise<boolean> => {
    const ofEach = comparisonsOf(where ?? { all: [] });
    if (ofEach > limits.SEARCH_COMPARISON_COUNT_MAX) return false;
    const issues = await shareRead(`issues of ${projectIds.join()}`, () => issueCountOf(projectIds));
    return Math.min(issues, ids?.length ?? Infinity) * ofEach <= limits.SEARCH_COMPARISON_COUNT_MAX;
  };

  const issueCountOf = async (projectIds: ProjectId[]): Promise<number> => {
    const { issues } = await db
      .selectFrom('project')
      .select((on) => on.fn.sum<number | null>('issueNumber').as('issues'))
      .where('id', 'in', engine.list(projectIds, 'bigint'))
      .executeTakeFirstOrThrow();
    return issues ?? 0;
  };

  return {
    async issueById(id) {
      const issue = await db.selectFrom('issue').select(issueColumns).where('id', '=', id).executeTakeFirst();
      return issue ? issueOf(issue) : null;
    },
    async issueByShortId(organizationId, shortId) {
      // Built once, because building it takes longer than running it, and every request about an issue starts with it.
      byShortId ??= db
        .selectFrom('issue')
        .select(issueColumns)
        .where('organizationId', '=', organizationId)
        .where('shortId', '=', shortId)
        .compile();
      const parameters = [organizationId, readShortId(shortId)];
      const [issue] = (await db.executeQuery<Row>({ ...byShortId, parameters })).rows;
      return issue ? issueOf(issue) : null;
    },
    async issuesByIds(ids) {
      const issues = db
        .selectFrom('issue')
        .select(issueColumns)
        .where('id', 'in', engine.list(ids, 'bigint'))
        .orderBy('id');
      return (await issues.execute()).map(issueOf);
    },
    async listIssues(listing) {
      const column = sortColumns[listing.sort];
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
      const page = pages.orderBy(column, 'desc').orderBy('id', 'desc').limit(listing.count);
      return (await rowsOf(page, listing)).map(issueOf);
    },
    async countIssues(search) {
      const count = matching(db, engine, search).select((on) => on.fn.countAll<number>().as('issues'));
      const [found] = await rowsOf(count, search);
      return found!.issues;
    },
    async unresolvedCounts({ projectIds, newSinceMs, ...by }) {
      const unresolved: IssueCondition = { field: 'status', is: ['unresolved'] };
      const isNew: IssueCondition = { number: 'firstSeenAtMs', comparison: '>', value: newSinceMs };
      const issuesOf = (on: ExpressionBuilder<Schema, 'project'>, where: IssueCondition) =>
        on
          .selectFrom('issue')
          // Word for word the condition of the lists' indexes.
          .where(sql<boolean>`event_count <> 0`)
          .whereRef('issue.projectId', '=', 'project.id')
          .where(conditionSql(where, engine));
      const counts = db
        .selectFrom('project')
        .select('project.id as projectId')
        .select((on) => [
          issuesOf(on, unresolved)
            .select(({ fn }) => fn.countAll<number>().as('count'))
            .as('unresolved'),
          issuesOf(on, isNew)
            .select(({ fn }) => fn.countAll<number>().as('count'))
            .as('newIssues'),
          // In the order of an index the first is the least.
          issuesOf(on, unresolved).select('lastSeenAtMs').orderBy('lastSeenAtMs').limit(1).as('unresolvedSinceMs'),
        ])
        .where('project.id', 'in', engine.list(projectIds, 'bigint'))
        .$narrowType<{ unresolved: NotNull; newIssues: NotNull }>();
      return rowsOf(counts, { projectIds, ids: null, where: { all: [unresolved, isNew] }, ...by });
    },
    async similarIssues({ id, projectId, type, culprit, value }, count) {
      // Look at a limited number, so that a rare match does not read a long list to its end.
      const newest = matching(db, engine, { projectIds: [projectId], ids: null, where: null })
        .select(issueColumns)
        .where('type', '=', type)
        .orderBy('lastSeenAtMs', 'desc')
        .orderBy('id', 'desc')
        .limit(limits.SIMILAR_CANDIDATE_COUNT);
      const similar = db
        .selectFrom(newest.as('newest'))
        .selectAll()
        .where('id', '<>', id)
        .where((is) =>
          is.or([
            is.and([is('culprit', '=', culprit), is('culprit', '<>', '')]),
            is.and([is('value', '=', value), is('value', '<>', '')]),
          ]),
        )
        .orderBy('lastSeenAtMs', 'desc')
        .orderBy('id', 'desc')
        .limit(count);
      return (await similar.execute()).map(issueOf);
    },
    async matchingIssues(search) {
      const column = sortColumns[search.time];
      const found = matching(db, engine, search)
        .select(['id', `${column} as atMs`])
        // Always true. It makes the engine use the covering index of this order.
        .$if(search.ids === null, (query) => query.where(column, '>=', 0));
      const lists = db
        .selectFrom(found.as('found'))
        .select([engine.jsonList<IssueId>('id').as('ids'), engine.jsonList<number>('atMs').as('times')]);
      const [all] = await rowsOf(lists, search);
      return all!.ids.map((id, index) => ({ id, atMs: all!.times[index]! }));
    },
    async activityOf(issueId) {
      const rows = db.selectFrom('activity').selectAll().where('issueId', '=', issueId).orderBy('id', 'desc');
      return (await rows.execute()).map(activityOf);
    },
    async issuesAwaitingCommits(projectIds, commits) {
      const issues = db
        .selectFrom('issue')
        .select(issueColumns)
        .where('projectId', 'in', engine.list(projectIds, 'bigint'))
        .where('status', '=', 'resolved')
        .where(sql<boolean>`resolution like '{"how":"commit"%'`)
        .orderBy('id');
      return (await issues.execute()).map(issueOf).filter((issue) => awaits(issue, commits));
    },
    async activitiesByIds(ids) {
      const rows = db.selectFrom('activity').selectAll().where('id', 'in', engine.list(ids, 'bigint'));
      return (await rows.orderBy('id').execute()).map(activityOf);
    },
    async eventRates(ids, nowMs) {
      const days = await dayCountsOf(db, engine, ids, nowMs);
      const lastHours = await db
        .selectFrom('issue_hour')
        .select(['issueId', 'events'])
        .where('issueId', 'in', engine.list(ids, 'bigint'))
        .where('hour', '=', hourOf(nowMs))
        .execute();
      const hours = new Map(lastHours.map(({ issueId, events }) => [issueId, events]));
      return new Map(ids.map((id) => [id, rateOf(days.get(id) ?? [], hours.get(id) ?? 0, 'now')]));
    },
    async userFlagsOf(userId, ids) {
      const list = engine.list(ids, 'bigint');
      const personal = new Map<IssueId, IssueUserFlags>();
      const none = sql<null>`null`;
      // First, because PostgreSQL takes the types of the columns from it.
      const subscriptions = db
        .selectFrom('issue_subscription')
        .select(['issueId as id', 'isSubscribed', 'reason'])
        .select([none.$castTo<number | null>().as('seenAtMs'), sql<number>`0`.as('bookmarked')])
        .where('userId', '=', userId)
        .where('issueId', 'in', list);
      const seen = db
        .selectFrom('issue_seen')
        .select(['issueId as id', none.as('isSubscribed'), none.as('reason')])
        .select(['seenAtMs', sql<number>`0`.as('bookmarked')])
        .where('userId', '=', userId)
        .where('issueId', 'in', list);
      const bookmarks = db
        .selectFrom('issue_bookmark')
        .select(['issueId as id', none.as('isSubscribed'), none.as('reason')])
        .select([none.as('seenAtMs'), sql<number>`1`.as('bookmarked')])
        .where('userId', '=', userId)
        .where('issueId', 'in', list);
      const all = subscriptions.unionAll(seen as never).unionAll(bookmarks as never);
      for (const { id, isSubscribed, reason, seenAtMs, bookmarked } of await all.execute()) {
        const known = personal.get(id);
        personal.set(id, {
          seenAtMs: known?.seenAtMs ?? seenAtMs,
          bookmarked: (known?.bookmarked ?? false) || bookmarked === 1,
          subscription: known?.subscription ?? (reason === null ? null : { isSubscribed, reason }),
        });
      }
      return personal;
    },
    issuesByHash: (projectId, hashes) => issuesByHash(db, engine, projectId, hashes),
  };
}

export function issueWrites(db: Db, engine: StateEngine, publish: Publish): IssueWrites {
  return {
    ensureIssues: (seeds) => ensureIssues(db, engine, seeds),
    async updateIssues(updates) {
      for (const { id, ...update } of updates) {
        const columns = {
          ...(update.state && issueStateColumns(update.state)),
          ...(update.assignee !== undefined && assigneeColumns(update.assignee)),
          ...(update.priority !== undefined && { priority: update.priority }),
        };
        if (Object.keys(columns).length === 0) continue;
        await db.updateTable('issue').set(columns).where('id', '=', id).execute();
      }
    },
    addActivities: (activities) => insertActivities(db, engine, publish, activities),
    async editComment(id, { text, mentions }, editedAtMs) {
      const data = JSON.stringify({ text: storableText(text), mentions, editedAtMs });
      await db.updateTable('activity').set({ data }).where('id', '=', id).where('kind', '=', 'comment').execute();
    },
    async deleteActivity(id) {
      await db.deleteFrom('activity').where('id', '=', id).execute();
    },
    async transitionDueIssues(nowMs, count) {
      const due = await db
        .selectFrom('issue')
        .selectAll()
        .where('dueAtMs', '<=', nowMs)
        // An issue without events does not exist yet; the batch with its first event sets the time.
        .where('eventCount', '<>', 0)
        .orderBy('dueAtMs')
        .orderBy('id')
        .limit(count)
        .execute();
      const turned = due.map((issue) => ({ issue, ...stateAfterTime(issue, nowMs) }));
      await engine.runMany(
        db,
        turned.map(({ issue, state }) => ({ ...issueStateColumns(state), id: issue.id })),
        ({ id, ...columns }) => db.updateTable('issue').set(columns).where('id', '=', id),
      );
      const activities = turned.flatMap(({ issue, change }) =>
        change ? [{ issueId: issue.id, userId: null, atMs: nowMs, ...change }] : [],
      );
      await insertActivities(db, engine, publish, activities);
      return [...new Set(due.map((issue) => issue.projectId))];
    },
    async trimHours(nowMs) {
      await db
        .deleteFrom('issue_hour')
        .where('hour', '<=', hourOf(nowMs) - RATE_HOURS)
        .execute();
    },
    async saveUndo(undo, nowMs) {
      await db.deleteFrom('undo').where('expiresAtMs', '<=', nowMs).execute();
      const row = { ...undo, changes: JSON.stringify(undo.changes) };
      await db.insertInto('undo').values(row).execute();
    },
    async takeUndo(hash, userId, nowMs) {
      const taken = await db
        .deleteFrom('undo')
        .where('hash', '=', hash)
        .where('userId', '=', userId)
        .returning(['action', 'changes', 'expiresAtMs'])
        .executeTakeFirst();
      if (!taken || taken.expiresAtMs <= nowMs) return null;
      return { ...taken, userId };
    },
    async setSeen(userId, ids, seenAtMs) {
      await db
        .deleteFrom('issue_seen')
        .where('userId', '=', userId)
        .where('issueId', 'in', engine.list(ids, 'bigint'))
        .execute();
      if (seenAtMs === null) return;
      const rows = ids.map((id) => ({ userId, issueId: id, seenAtMs }));
      await engine.runMany(db, rows, (row) => db.insertInto('issue_seen').values(row));
    },
    async setBookmarked(userId, ids, bookmarked) {
      await db
        .deleteFrom('issue_bookmark')
        .where('userId', '=', userId)
        .where('issueId', 'in', engine.list(ids, 'bigint'))
        .execute();
      if (!bookmarked) return;
      const rows = ids.map((id) => ({ userId, issueId: id }));
      await engine.runMany(db, rows, (row) => db.insertInto('issue_bookmark').values(row));
    },
  };
}

function matching(db: Db, engine: StateEngine, listing: IssueSearch) {
  let issues = db
    .selectFrom('issue')
    // Word for word the condition of the lists' indexes.
    .where(sql<boolean>`event_count <> 0`)
    // A list in the text finds the index of an order, and PostgreSQL has no empty one.
    .where('projectId', 'in', listing.projectIds.length > 0 ? listing.projectIds : engine.list([], 'bigint'));
  if (listing.ids) issues = issues.where('id', 'in', engine.list(listing.ids, 'bigint'));
  // As separate terms, so that an index can serve each.
  const { where } = listing;
  const parts = where === null ? [] : 'all' in where ? where.all : [where];
  for (const part of parts) issues = issues.where(conditionSql(part, engine));
  return issues;
}

/** One project a group, unless there are so many that the query's text would be a burden itself. */
function inSomeGroups(projectIds: ProjectId[]): ProjectId[][] {
  return projectIds.length <= 50 ? projectIds.map((id) => [id]) : [projectIds];
}

type Row = Omit<Issue, 'assignee'> & AssigneeRow;

function issueOf({ assigneeUserId, assigneeTeamId, ...row }: Row): Issue {
  return { ...row, assignee: assigneeOf({ assigneeUserId, assigneeTeamId }) };
}
