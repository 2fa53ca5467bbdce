import type { DuckDBConnection } from '@duckdb/node-api';
import type { EventRow } from '../contract.ts';
import type { Asks, QuestionName } from '../questions/index.ts';
import { eventsOfIssue, tagCountsDuckdb, tagCountsOfProject } from '../questions/sources.ts';
import { createKeptTables, type Kept } from './kept-tables.ts';
import { createLargeIssues, keyOf, type OneIssue } from './large-issues.ts';

/**
 * What questions about one issue have in common, kept while its page is looked at: the issue's events, which are few among many,
 * and how many events of its project have which tags. Exact, as `events` itself: what was added is added to it before it is read.
 */
export interface KeptSources {
  /** Answers a question whose text is handed to `answer` with what stands for the places it reads. */
  read<Name extends QuestionName, T>(
    connection: DuckDBConnection,
    name: Name,
    ask: Asks[Name],
    answer: (places: ReadonlyMap<string, string>) => Promise<T>,
  ): Promise<T>;
  added(events: readonly Pick<EventRow, 'projectId' | 'issueId'>[]): void;
  /** Rows were removed, or belong to other issues now. */
  changed(): void;
}

/** Questions about one issue whose events have all columns that are asked for in `eventsOfIssue`. */
const issueOf: { [Name in QuestionName]?: (ask: Asks[Name]) => OneIssue | null } = {
  'event-neighbours': (ask) => (ask.where === null ? ask : null),
  'issue-environments': (ask) => ask,
  'tags-of-issue': (ask) => ask,
  'tag-rates': (ask) => ask,
  'issue-figures': ({ projectIds, issueIds, where }) => {
    const [[projectId, ...otherProjects], [issueId, ...otherIssues]] = [projectIds, issueIds];
    if (projectId === undefined || issueId === undefined || where !== null) return null;
    return otherProjects.length > 0 || otherIssues.length > 0 ? null : { projectId, issueId };
  },
};

/** A few megabytes. */
const ISSUE_EVENT_COUNT_MAX = 20_000;
const TAG_COUNT_MAX = 50_000;

export function createKeptSources(): KeptSources {
  const largeIssues = createLargeIssues(ISSUE_EVENT_COUNT_MAX);
  const issues = createKeptTables({
    name: 'issue',
    tableCount: 4,
    rowCountMax: ISSUE_EVENT_COUNT_MAX,
    select: `
      select sequence, project_id, issue_id, at_ms, event_id, environment, release, user_hash, tags
      from events
      where project_id = $projectId::bigint and issue_id = $issueId::bigint and sequence > $sinceSequence::bigint`,
  });
  const tagCounts = createKeptTables({
    name: 'tag_counts',
    tableCount: 2,
    rowCountMax: TAG_COUNT_MAX,
    select: `select * from ${tagCountsDuckdb('$sinceSequence::bigint')}`,
  });

  return {
    async read(connection, name, ask, answer) {
      const issue = issueOf[name]?.(ask) ?? null;
      if (issue === null) return answer(new Map());
      const read = async (events: string | null) => {
        const places = new Map(events === null ? [] : [[eventsOfIssue, events]]);
        if (!('valuesPerTag' in ask && 'range' in ask)) return answer(places);
        const { projectId, range } = ask;
        const counts: Kept = { key: JSON.stringify([projectId, range]), parameters: { projectId, ...range } };
        return tagCounts.read(connection, counts, (table) =>
          answer(table === null ? places : new Map([...places, [tagCountsOfProject, table]])),
        );
      };
      return (await largeIssues.has(connection, issue)) ? read(null) : issues.read(connection, keptIssue(issue), read);
    },
    added(events) {
      for (const key of new Set(events.map(keyOf))) issues.added(key);
      if (events.length > 0) tagCounts.added();
      largeIssues.added(events.length);
    },
    changed() {
      issues.changed();
      tagCounts.changed();
      largeIssues.changed();
    },
  };
}

function keptIssue(issue: OneIssue): Kept {
  return { key: keyOf(issue), parameters: { projectId: issue.projectId, issueId: issue.issueId } };
}
