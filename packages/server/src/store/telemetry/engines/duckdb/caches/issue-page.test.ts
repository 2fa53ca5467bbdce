import { expect, test } from 'vitest';
import { closing, testPath } from '../../../../../testing/cleanup.ts';
import type { EventRow } from '../../../contract.ts';
import { batch, event, issue, project } from '../../../sample-rows.ts';
import { openDuckdbTelemetry } from '../open.ts';

const range = { fromMs: 0, toMs: 100_000 };

async function storeOf(events: EventRow[]) {
  const telemetry = closing(await openDuckdbTelemetry(testPath('telemetry.duckdb')));
  await telemetry.append(batch(1, { events }));
  return telemetry;
}

test('an issue with too many events for the cache has the same shares in tags', async () => {
  const many = Array.from({ length: 10_001 }, (_, n) =>
    event(n, { atMs: n, tags: { plan: n % 4 === 0 ? 'team' : 'free' } }),
  );
  const elsewhere = event(20_000, { issueId: issue(2), atMs: 1, tags: { plan: 'free' } });
  const telemetry = await storeOf([...many, elsewhere]);
  const ask = { projectId: project(1), issueId: issue(1), range: { fromMs: 0, toMs: 10_000 }, valuesPerTag: 5 };
  const row = { key: 'plan', distinctValues: 2, issueTotal: 10_000, projectTotal: 10_001 };
  expect(await telemetry.query('tagRates', ask)).toEqual([
    { ...row, value: 'free', issueEvents: 7_500, projectEvents: 7_501 },
    { ...row, value: 'team', issueEvents: 2_500, projectEvents: 2_500 },
  ]);
});

test('a project with too many tag values for the cache has the same shares', async () => {
  const many = Array.from({ length: 50_010 }, (_, n) =>
    event(n, { issueId: issue(2), atMs: 1, tags: { n: String(n) } }),
  );
  const telemetry = await storeOf([...many, event(60_000, { atMs: 1, tags: { n: '7' } })]);
  const ask = { projectId: project(1), issueId: issue(1), range, valuesPerTag: 5 };
  for (let again = 0; again < 2; again += 1) {
    expect(await telemetry.query('tagRates', ask)).toEqual([
      {
        key: 'n',
        value: '7',
        issueEvents: 1,
        projectEvents: 2,
        distinctValues: 1,
        issueTotal: 1,
        projectTotal: 50_011,
      },
    ]);
  }
});
