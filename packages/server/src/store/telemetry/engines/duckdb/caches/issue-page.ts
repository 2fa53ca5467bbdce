import type { DuckDBConnection } from '@duckdb/node-api';
import type { EventRow } from '../../../contract.ts';
import type { QueryParams, QueryRows } from '../../../queries/index.ts';
import { tagCountsDuckdb } from '../../../queries/parts/sources.ts';
import {
  environmentsOf,
  figuresOf,
  neighboursIn,
  readIssueEvents,
  readTagCounts,
  readTagSets,
  tagRatesOf,
  tagSetsOf,
  tagsIn,
  type IssueEvents,
  type TagCounts,
} from './issue-events.ts';
import { createReadCache } from './read-cache.ts';
import { createLargeIssues, keyOf, type OneIssue } from './large-issues.ts';

/**
 * Answers the queries of an issue page from the issue's events, which are read once while the page is viewed, and from
 * the tag counts of its project. Exact, like `events` itself: added rows are read before each answer.
 */
export interface IssuePageCache {
  queries: { [Name in PageQuery]: CachedPage<Name> };
  added(events: readonly Pick<EventRow, 'projectId' | 'issueId'>[]): void;
  /** Rows were removed, or belong to other issues now. */
  changed(): void;
}

type PageQuery = 'eventNeighbours' | 'issueEnvironments' | 'issueStats' | 'tagsOfIssue' | 'tagRates' | 'groupsByMap';
/** `next` runs the SQL. */
type CachedPage<Name extends PageQuery> = (
  connection: DuckDBConnection,
  params: QueryParams[Name],
  next: (params: QueryParams[Name]) => Promise<QueryRows[Name][]>,
) => Promise<QueryRows[Name][]>;

const ISSUE_COUNT_MAX = 4;
/** A few megabytes. */
const ISSUE_EVENT_COUNT_MAX = 20_000;
const TAG_COUNTS_COUNT_MAX = 2;
const TAG_VALUE_COUNT_MAX = 50_000;

const tagCountsText = `select * from ${tagCountsDuckdb('$sinceSequence::bigint')} limit ${TAG_VALUE_COUNT_MAX + 2}`;

export function createIssuePageCache(): IssuePageCache {
  const largeIssues = createLargeIssues(ISSUE_EVENT_COUNT_MAX);
  const issues = createReadCache<IssueEvents>(ISSUE_COUNT_MAX);
  const tagCounts = createReadCache<TagCounts | null>(TAG_COUNTS_COUNT_MAX);
  // Late source maps are changes of events; added events do not affect it.
  const movable = createReadCache<ReadonlySet<string>>(1);

  const eventsOf = async (connection: DuckDBConnection, issue: OneIssue): Promise<IssueEvents | null> =>
    (await largeIssues.has(connection, issue))
      ? null
      : issues.read(keyOf(issue), (known) => readIssueEvents(connection, issue, known));

  const queries: IssuePageCache['queries'] = {
    eventNeighbours: async (connection, params, next) => {
      const events = params.where === null ? await eventsOf(connection, params) : null;
      return events ? neighboursIn(events, params) : next(params);
    },
    issueEnvironments: async (connection, params, next) => {
      const events = await eventsOf(connection, params);
      return events ? environmentsOf(events) : next(params);
    },
    issueStats: async (connection, params, next) => {
      const [[projectId, ...otherProjects], [issueId, ...otherIssues]] = [params.projectIds, params.issueIds];
      if (projectId === undefined || issueId === undefined || params.where !== null) return next(params);
      if (otherProjects.length > 0 || otherIssues.length > 0) return next(params);
      const events = await eventsOf(connection, { projectId, issueId });
      return events ? figuresOf(events, params, issueId) : next(params);
    },
    tagsOfIssue: async (connection, params, next) => {
      const events = await eventsOf(connection, params);
      return events ? tagsIn(tagSetsOf(events, null), params.valuesPerTag) : next(params);
    },
    tagRates: async (connection, params, next) => {
      const { projectId, range, valuesPerTag } = params;
      const events = await eventsOf(connection, params);
      const sets = events ? tagSetsOf(events, range) : await readTagSets(connection, params);
      // After the issue's, so that they have all that those have.
      const project = await tagCounts.read(JSON.stringify([projectId, range]), (known) =>
        readTagCounts(connection, { text: tagCountsText, projectId, range, valueCountMax: TAG_VALUE_COUNT_MAX }, known),
      );
      return project ? tagRatesOf(sets, project, valuesPerTag) : next(params);
    },
    groupsByMap: async (connection, params, next) =>
      (await movable.read('', () => movableIssues(connection))).has(keyOf(params)) ? next(params) : [],
  };

  return {
    queries,
    added(events) {
      for (const key of new Set(events.map(keyOf))) issues.added(key);
      if (events.length > 0) tagCounts.added();
      largeIssues.added(events.length);
    },
    changed() {
      issues.changed();
      tagCounts.changed();
      movable.changed();
      largeIssues.changed();
    },
  };
}

async function movableIssues(connection: DuckDBConnection): Promise<ReadonlySet<string>> {
  const read = await connection.runAndReadAll(
    `select distinct project_id || '/' || issue_id from events where mapped_hash >= '0' and mapped_hash <> hash`,
  );
  return new Set(read.getRows().map(([key]) => String(key)));
}
