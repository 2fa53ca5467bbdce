import { expect, test } from 'vitest';
import { batch, event, issue, project } from '../../../sample-rows.ts';
import { issueEvents } from './issue-events.ts';
import { storeBehind } from './store-behind.ts';

const projectId = project(1);

/** A store whose `add` stores more events of an issue, and the queries that run SQL. */
async function fixture() {
  const { telemetry, names } = await storeBehind(issueEvents());
  let sequence = 0;
  let stored = 0;
  const append = (more: Parameters<typeof batch>[1]) => telemetry.append(batch(++sequence, more));
  return {
    append,
    add: (id: number, count: number) =>
      append({ events: Array.from({ length: count }, () => event(stored++, { issueId: issue(id) })) }),
    async events(id: number) {
      const before = names().length;
      const [row] = await telemetry.query('issueEnvironments', { projectId, issueId: issue(id) });
      return [row?.events ?? 0, ...names().slice(before)];
    },
  };
}

test('the events of an issue are read once, and later ones on top', async () => {
  const { add, append, events } = await fixture();
  await add(1, 3);
  expect(await events(1)).toEqual([3, 'largeIssues']);
  await add(1, 2);
  await add(2, 1);
  expect(await events(1)).toEqual([5]);
  await append({ changes: [{ projectId, hash: 'h1', set: { issueId: issue(2) } }] });
  expect(await events(1)).toEqual([0, 'largeIssues']);
  expect(await events(2)).toEqual([6]);
});

test('SQL answers for an issue with too many events, until it has fewer', async () => {
  const { add, append, events } = await fixture();
  await add(1, 10_001);
  await add(2, 5_000);
  expect(await events(1)).toEqual([10_001, 'largeIssues', 'issueEnvironments']);
  expect(await events(2)).toEqual([5_000]);
  await add(2, 5_001);
  await add(3, 5_000);
  expect(await events(2)).toEqual([10_001, 'largeIssues', 'issueEnvironments']);
  await append({ changes: [{ projectId, delete: issue(1) }] });
  await add(1, 1);
  expect(await events(1)).toEqual([1, 'largeIssues']);
});

test('only issues with groups by late source maps run their SQL', async () => {
  const { telemetry, names } = await storeBehind(issueEvents());
  await telemetry.append(batch(1, { events: [event(1), event(2, { issueId: issue(2) })] }));
  const groups = async (id: number) =>
    (await telemetry.query('groupsByMap', { projectId, issueId: issue(id), count: 5 })).length;
  expect([await groups(1), await groups(2), names()]).toEqual([0, 0, ['movableIssues']]);
  await telemetry.append(batch(2, { changes: [{ projectId, eventId: event(1).eventId, set: { mappedHash: 'h2' } }] }));
  expect([await groups(1), await groups(2)]).toEqual([1, 0]);
  expect(names()).toEqual(['movableIssues', 'movableIssues', 'groupsByMap']);
});
