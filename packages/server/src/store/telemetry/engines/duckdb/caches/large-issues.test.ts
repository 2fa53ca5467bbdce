import type { IssueId, ProjectId } from '@seismo/protocol';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLargeIssues } from './large-issues.ts';

let instance: DuckDBInstance;
let connection: DuckDBConnection;

beforeEach(async () => {
  instance = await DuckDBInstance.create(':memory:');
  connection = await instance.connect();
  await connection.run('create table events (project_id bigint, issue_id bigint)');
});
afterEach(() => {
  connection.closeSync();
  instance.closeSync();
});

const issue = (id: number) => ({ projectId: 1 as ProjectId, issueId: id as IssueId });
const add = (id: number, count: number) =>
  connection.run(`insert into events select 1, ${id} from range(${count})`).then(() => count);

test('an issue is never taken for small that has more events than may be copied', async () => {
  const large = createLargeIssues(10);
  await add(1, 11);
  await add(2, 5);
  expect(await large.has(connection, issue(1))).toBe(true);
  expect(await large.has(connection, issue(2))).toBe(false);
  // Between a half and the whole of what may be copied it may be taken for either.
  large.added(await add(2, 5));
  large.added(await add(2, 1));
  expect(await large.has(connection, issue(2))).toBe(true);
  expect(await large.has(connection, issue(3))).toBe(false);
});

test('an issue that a change made small counts as small', async () => {
  const large = createLargeIssues(10);
  await add(1, 11);
  expect(await large.has(connection, issue(1))).toBe(true);
  await connection.run('delete from events');
  large.changed();
  expect(await large.has(connection, issue(1))).toBe(false);
});

test('a count that failed is done again', async () => {
  const large = createLargeIssues(10);
  await connection.run('alter table events rename to elsewhere');
  await expect(large.has(connection, issue(1))).rejects.toThrow('events');
  await connection.run('alter table elsewhere rename to events');
  await add(1, 11);
  expect(await large.has(connection, issue(1))).toBe(true);
});
