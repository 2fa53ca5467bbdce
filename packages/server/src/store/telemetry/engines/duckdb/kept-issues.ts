import type { DuckDBConnection } from '@duckdb/node-api';
import type { EventRow } from '../../contract.ts';
import type { QueryParams, QueryName, QueryRows } from '../../queries/index.ts';
import { tagCountsDuckdb } from '../../queries/sources.ts';
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
import { createKept } from './kept.ts';
import { createLargeIssues, keyOf, type OneIssue } from './large-issues.ts';

/**
 * Answers what is asked about one issue from its events, which are read once while its page is looked at, and from how many
 * events of its project have which tags. Exact, as `events` itself: what was added is read on top before anything is answered.
 */
export interface KeptIssues {
  /** `null` if it has to be asked of the store. */
  answer<Name extends QueryName>(
    connection: DuckDBConnection,
    name: Name,
    ask: QueryParams[Name],
  ): Promise<QueryRows[Name][] | null>;
  added(events: readonly Pick<EventRow, 'projectId' | 'issueId'>[]): void;
  /** Rows were removed, or belong to other issues now. */
  changed(): void;
}

const ISSUE_COUNT_MAX = 4;
/** A few megabytes. */
const ISSUE_EVENT_COUNT_MAX = 20_000;
const TAG_COUNTS_COUNT_MAX = 2;
const TAG_VALUE_COUNT_MAX = 50_000;

const tagCountsText = `select * from ${tagCountsDuckdb('$sinceSequence::bigint')} limit ${TAG_VALUE_COUNT_MAX + 2}`;

export function createKeptIssues(): KeptIssues {
  const largeIssues = createLargeIssues(ISSUE_EVENT_COUNT_MAX);
  const issues = createKept<IssueEvents>(ISSUE_COUNT_MAX);
  const tagCounts = createKept<TagCounts | null>(TAG_COUNTS_COUNT_MAX);
  // Maps that came late are a change of events: nothing that is added has other groups by them.
  const movable = createKept<ReadonlySet<string>>(1);

  const eventsOf = async (connection: DuckDBConnection, issue: OneIssue): Promise<IssueEvents | null> =>
    (await largeIssues.has(connection, issue))
      ? null
      : issues.read(keyOf(issue), (known) => readIssueEvents(connection, issue, known));

  const answers: {
    [Name in QueryName]?: (connection: DuckDBConnection, ask: QueryParams[Name]) => Promise<QueryRows[Name][] | null>;
  } = {
    eventNeighbours: async (connection, ask) => {
      const events = ask.where === null ? await eventsOf(connection, ask) : null;
      return events && neighboursIn(events, ask);
    },
    issueEnvironments: async (connection, ask) => {
      const events = await eventsOf(connection, ask);
      return events && environmentsOf(events);
    },
    issueStats: async (connection, ask) => {
      const [[projectId, ...otherProjects], [issueId, ...otherIssues]] = [ask.projectIds, ask.issueIds];
      if (projectId === undefined || issueId === undefined || ask.where !== null) return null;
      if (otherProjects.length > 0 || otherIssues.length > 0) return null;
      const events = await eventsOf(connection, { projectId, issueId });
      return events && figuresOf(events, ask, issueId);
    },
    tagsOfIssue: async (connection, ask) => {
      const events = await eventsOf(connection, ask);
      return events && tagsIn(tagSetsOf(events, null), ask.valuesPerTag);
    },
    tagRates: async (connection, ask) => {
      const { projectId, range, valuesPerTag } = ask;
      const events = await eventsOf(connection, ask);
      const sets = events ? tagSetsOf(events, range) : await readTagSets(connection, ask);
      // After the issue's, so that they have all that those have.
      const project = await tagCounts.read(JSON.stringify([projectId, range]), (known) =>
        readTagCounts(connection, { text: tagCountsText, projectId, range, valueCountMax: TAG_VALUE_COUNT_MAX }, known),
      );
      return project && tagRatesOf(sets, project, valuesPerTag);
    },
    groupsByMap: async (connection, ask) =>
      (await movable.read('', () => movableIssues(connection))).has(keyOf(ask)) ? null : [],
  };

  return {
    async answer(connection, name, ask) {
      return (await answers[name]?.(connection, ask)) ?? null;
    },
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
