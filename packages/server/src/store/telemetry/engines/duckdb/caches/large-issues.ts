import type { DuckDBConnection } from '@duckdb/node-api';
import type { EventRow } from '../../../contract.ts';

/**
 * Finds issues with too many events to copy. Counting one issue's events takes half as long as copying them, so all are
 * counted together, and again only when so many were added that another may have become large.
 */
export interface LargeIssues {
  has(connection: DuckDBConnection, issue: OneIssue): Promise<boolean>;
  added(eventCount: number): void;
  /** Events belong to other issues now, or are gone. */
  changed(): void;
}

export type OneIssue = Pick<EventRow, 'projectId' | 'issueId'>;

export function createLargeIssues(eventCountMax: number): LargeIssues {
  let counted: Promise<ReadonlySet<string>> | null = null;
  let addedSince = 0;

  const count = async (connection: DuckDBConnection) => {
    const read = await connection.runAndReadAll(
      `select project_id || '/' || issue_id from events group by project_id, issue_id having count(*) > ${eventCountMax / 2}`,
    );
    return new Set(read.getRows().map(([key]) => String(key)));
  };

  return {
    async has(connection, issue) {
      if (counted === null || addedSince > eventCountMax / 2) {
        addedSince = 0;
        const counting = count(connection);
        counted = counting;
        counting.catch(() => {
          if (counted === counting) counted = null;
        });
      }
      return (await counted).has(keyOf(issue));
    },
    added(eventCount) {
      addedSince += eventCount;
    },
    changed() {
      counted = null;
    },
  };
}

export function keyOf({ projectId, issueId }: OneIssue): string {
  return `${projectId}/${issueId}`;
}
